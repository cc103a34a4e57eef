import Testing
import TrustWire
import UntrustedInput

@Suite struct ChallengeMessageTests {
  @Test("A challenge survives the way through its bytes")
  func roundTrip() throws {
    let message = ChallengeMessage(challenge: Base64URL.encode(1...32), expiresIn: 300)
    #expect(try ChallengeMessage(reading: message.bytes) == message)
  }

  @Test("A challenge that is not 32 bytes in base64url is refused")
  func refused() {
    for challenge in ["", Base64URL.encode(1...31), Base64URL.encode(1...33), Base64URL.encode(1...32) + "=", "!"] {
      let bytes = ChallengeMessage(challenge: challenge, expiresIn: 300).bytes
      #expect(throws: WireError.missing(member: "challenge")) { try ChallengeMessage(reading: bytes) }
    }
  }
}
