import Crypto
import SecurityPolicy
import Testing
import TrustWire
import UntrustedInput

@Suite struct VerifiedOverlayTests {
  private static let day: Int64 = 86400
  private let key = P256.Signing.PrivateKey()
  private var signer: String { DevicePublicKey(key.publicKey).thumbprint }

  private func signed(
    number: Int64 = 5, from start: Int64 = 1000, days: Int64 = 30, _ changes: [String: ProbeOverlay.Change] = [:],
    kind: SignedMessage.Kind = .overlay
  ) async throws -> String {
    let overlay = ProbeOverlay(
      number: number, issuedAt: start, expiresAt: start + days * Self.day, changes: changes)
    return try await SignedMessage.compact(kind, payload: overlay.bytes, key: DevicePublicKey(key.publicKey)) {
      [UInt8](try key.signature(for: $0).rawRepresentation)
    }
  }

  @Test("An overlay of the pinned key that has begun and not ended is read whole")
  func accepted() async throws {
    let changes: [String: ProbeOverlay.Change] = ["hooks.preload": .off, "a": .medium, "b": .weak]
    let text = try await signed(changes)
    for now in [1000, 1000 + 30 * Self.day - 1] {
      #expect(try VerifiedOverlay(verifying: text, signedBy: signer, now: now, after: 5).overlay.changes == changes)
    }
  }

  @Test("Nobody else signs an overlay, and without a pinned key nobody does")
  func signers() async throws {
    let text = try await signed()
    let other = DevicePublicKey(P256.Signing.PrivateKey().publicKey).thumbprint
    for signer in [other, nil] {
      #expect(throws: WireError.keyUnknown) { try VerifiedOverlay(verifying: text, signedBy: signer, now: 1000) }
    }
    let slice = try await signed(kind: .policySlice)
    #expect(throws: WireError.wrongShape) { try VerifiedOverlay(verifying: slice, signedBy: signer, now: 1000) }
  }

  @Test("An overlay that has not begun, has ended, or is older than the one in force is refused")
  func times() async throws {
    let text = try await signed()
    #expect(throws: WireError.notYetValid) { try VerifiedOverlay(verifying: text, signedBy: signer, now: 999) }
    #expect(throws: WireError.expired) {
      try VerifiedOverlay(verifying: text, signedBy: signer, now: 1000 + 30 * Self.day)
    }
    #expect(throws: WireError.expired) { try VerifiedOverlay(verifying: text, signedBy: signer, now: 1000, after: 6) }
    let held = try VerifiedOverlay(verifying: text, signedBy: signer, now: 1000)
    #expect(!held.isOver(at: 1000) && held.isOver(at: 1000 + 30 * Self.day) && held.isOver(at: 999))
  }

  @Test(
    "An overlay without an end, a number or a known change is none",
    arguments: [
      #"{"version":1,"number":1,"iat":0,"probes":{}}"#, #"{"version":1,"number":1,"iat":0,"exp":0,"probes":{}}"#,
      #"{"version":1,"number":1,"iat":0,"exp":7776001,"probes":{}}"#,
      #"{"version":1,"number":0,"iat":0,"exp":9,"probes":{}}"#,
      #"{"version":1,"number":1,"iat":-9223372036854775807,"exp":9223372036854775807,"probes":{}}"#,
      #"{"version":1,"number":1,"iat":0,"exp":9,"probes":{"a":"strong"}}"#,
      #"{"version":1,"number":1,"iat":0,"exp":9,"probes":{"":"off"}}"#,
      #"{"version":1,"number":1,"iat":0,"exp":9,"probes":["a"]}"#,
      #"{"version":2,"number":1,"iat":0,"exp":9,"probes":{}}"#,
    ])
  func malformed(text: String) {
    #expect(throws: WireError.self) { try ProbeOverlay(reading: Array(text.utf8)) }
  }
}
