import AttestationVerification
import Testing

@Suite struct ConstantTimeTests {
  @Test("Two bytes are equal when each of them is, whatever the others are")
  func pairs() {
    let values = (0..<12).map { UInt8($0) } + [0x7F, 0x80, 0xFE, 0xFF]
    let pairs = values.flatMap { first in values.map { [first, $0] } }
    for left in pairs {
      for right in pairs { #expect(ConstantTime.areEqual(left, right) == (left == right), "\(left) \(right)") }
    }
  }

  @Test("Of many random digests none equals another, and each equals itself; a shorter one equals nothing")
  func digests() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let (one, other) = (Self.digest(&random), Self.digest(&random))
      #expect(!ConstantTime.areEqual(one, other))
      #expect(ConstantTime.areEqual(one, one[...]))
      #expect(!ConstantTime.areEqual(one, one.dropLast()))
    }
  }

  private static func digest(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}
