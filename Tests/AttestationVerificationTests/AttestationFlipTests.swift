import AttestationVerification
import Foundation
import Testing

@Suite("Changed bytes of real attestations", .enabled(if: Vectors.arePresent, Vectors.absent))
struct AttestationFlipTests {
  /// Beyond the frame every fifth byte, of each vector others. `Scripts/soak flips` (MANTLET_FLIPS=all) takes all.
  private static let isWhole = ProcessInfo.processInfo.environment["MANTLET_FLIPS"] == "all"

  @Test("No changed byte of three real attestations is accepted", arguments: 0..<3)
  func flipped(number: Int) throws {
    // One with a receipt of each of the two forms among them.
    let vectors = try RealAttestation.all().map(\.vector).filter {
      !$0.file.contains("14.3") && !$0.file.contains("14.4")
    }
    let vector = try #require(vectors.indices.contains(number) ? vectors[number] : nil)
    let frame = AttestationFrame(vector.object).places
    // Of some 5,500 bytes.
    #expect((900..<1300).contains(frame.count), "\(vector.file)")
    let places = vector.object.indices.filter { Self.isWhole || frame.contains($0) || $0 % 5 == number }
    var slowest = Duration.zero
    for index in places {
      var changed = vector.object
      changed[index] ^= 1 << UInt8(index % 8)
      let began = ContinuousClock.now
      let result = outcome { () throws(AttestationError) in try vector.verify(changed) }
      slowest = max(slowest, ContinuousClock.now - began)
      #expect(result.refusedAt != nil, "\(vector.file): byte \(index)")
    }
    // For whoever reads it: a test that fails by the clock fails on a busy machine.
    if Self.isWhole {
      let milliseconds = String(format: "%.1f", slowest / .milliseconds(1))
      let slow = "the slowest in \(milliseconds) ms in this build   limit in a release build 100 ms"
      print("\(vector.file): \(places.count) changed bytes refused, \(slow)")
    }
  }
}
