import NetworkTrust
import Testing

struct ShownIdentityTests {
  @Test("An alert about certificates means our identity only of a server that was accepted and was offered one")
  func meaning() {
    #expect(ShownIdentity.unjudged.refusal == .secureChannelRefused)
    #expect(ShownIdentity.nobody.refusal == .clientCertificateRequired)
    #expect(ShownIdentity.offered.refusal == .clientCertificateRefused)
    #expect(ShownIdentity.unjudged.handshakeFailure == .secureChannelRefused)
    #expect(ShownIdentity.nobody.handshakeFailure == .secureChannelRefused)
    #expect(ShownIdentity.offered.handshakeFailure == .clientCertificateRefused)
  }
}
