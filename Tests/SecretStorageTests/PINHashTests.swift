import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct PINHashTests {
  // Computed with Python's hmac and hashlib.scrypt from the layout in the documentation.
  private static let vector =
    "50494e48010e0801a0a1a2a3a4a5a6a7a8a9aaabacadaeaf51c6937ff563"
    + "22e3544f9ad811a90290735c51ba2d5ba9ced9d5da84882d006c"

  private func deviceSecret(_ first: UInt8 = 0) -> Secret { Secret(copying: (0..<32).map { $0 + first }) }
  private func pin(_ text: String = "4711") throws -> PIN { try makePIN(text) }
  private func name() throws -> SecretName { try secretName("pin.hash") }

  private func hash(_ parameters: PINHashParameters = .least) throws -> PINHash {
    var generator = CountingBytes()
    return try PINHash(of: pin(), keyedWith: deviceSecret(), parameters: parameters, using: &generator)
  }

  private func read(_ bytes: [UInt8]) throws -> PINHash { try PINHash(reading: Secret(copying: bytes), named: name()) }

  @Test("The stored form is byte for byte the one computed by another implementation")
  func knownAnswer() throws {
    let hex = bytes(try hash().secretForm()).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(hex == Self.vector)
  }

  @Test("The PIN holds, every neighbour fails, also after being stored")
  func verify() throws {
    let hash = try read(bytes(hash().secretForm()))
    let right = hash.verify(try pin(), keyedWith: deviceSecret())
    #expect(right == .holds)
    for other in ["4712", "47110", "04711", "1174"] {
      guard case .fails = hash.verify(try pin(other), keyedWith: deviceSecret()) else {
        Issue.record("\(other) did not fail")
        continue
      }
    }
  }

  @Test("Without the right device secret the right PIN fails; without any, nobody can tell")
  func keyed() throws {
    let hash = try hash()
    guard case .fails = hash.verify(try pin(), keyedWith: deviceSecret(1)) else {
      Issue.record("another device secret did not fail")
      return
    }
    guard case .undetermined = hash.verify(try pin(), keyedWith: Secret(copying: [])) else {
      Issue.record("no device secret was not undetermined")
      return
    }
    var generator = CountingBytes()
    #expect(throws: StorageError.keySize(31)) {
      _ = try PINHash(of: pin(), keyedWith: Secret(count: 31) { _ in }, using: &generator)
    }
  }

  @Test("Two hashes of one PIN differ in salt and digest")
  func salted() throws {
    var generator = SeededGenerator(seed: 3)
    let (left, right) = (
      bytes(try PINHash(of: pin(), keyedWith: deviceSecret(), parameters: .least, using: &generator).secretForm()),
      bytes(try PINHash(of: pin(), keyedWith: deviceSecret(), parameters: .least, using: &generator).secretForm())
    )
    #expect(left[8..<24] != right[8..<24])
    #expect(left[24...] != right[24...])
  }

  @Test("Cut, lengthened, renamed or newer forms are refused")
  func strict() throws {
    let whole = bytes(try hash().secretForm())
    for count in 0..<whole.count {
      #expect(throws: StorageError.unreadableValue(try name())) { _ = try read(Array(whole.prefix(count))) }
    }
    #expect(throws: StorageError.unreadableValue(try name())) { _ = try read(whole + [0]) }
    for (index, value, error) in [
      (0, 0x51, StorageError.unreadableValue(try name())), (4, 0, .unreadableValue(try name())),
      (4, 2, .newerVersion(try name())),
    ] {
      var altered = whole
      altered[index] = UInt8(value)
      #expect(throws: error) { _ = try read(altered) }
    }
  }

  @Test(
    "Parameters out of bounds are refused before any work",
    arguments: [
      [13, 8, 1], [19, 8, 1], [63, 8, 1], [255, 8, 1], [15, 0, 1], [15, 9, 1], [15, 8, 0], [15, 8, 17],
    ])
  func bounds(_ parameters: [UInt8]) throws {
    var altered = bytes(try hash().secretForm())
    altered.replaceSubrange(5..<8, with: parameters)
    #expect(throws: StorageError.unreadableValue(try name())) { _ = try read(altered) }
    let made = PINHashParameters(logRounds: parameters[0], blockSize: parameters[1], parallelism: parameters[2])
    #expect(made == nil)
  }

  @Test("A hash with less memory or less work than wanted needs an upgrade")
  func upgrade() throws {
    let wide = try #require(PINHashParameters(logRounds: 14, parallelism: 6))
    let deep = try #require(PINHashParameters(logRounds: 17, parallelism: 1))
    let least = try hash()
    let (today, same) = (least.needsUpgrade(), least.needsUpgrade(to: .least))
    #expect(today)
    #expect(!same)
    #expect(wide.isWeaker(than: .standard))
    #expect(!deep.isWeaker(than: .standard))
    #expect(!PINHashParameters.standard.isWeaker(than: .standard))
    #expect(PINHashParameters.standard.isWeaker(than: deep))
  }
}
