import TrustWire

/// The way to the server's token routes, over a transport that judges the server first.
///
/// Throws ``SessionError`` `unreachable`, `untrustedServer`, `unreadableAnswer`; `busy` when the server asks for
/// patience. `SecurityTesting` has a twin and the claims that every exchange keeps.
public protocol TokenExchange: Sendable {
  /// The token endpoint's address as it stands in proofs.
  var address: String { get }
  /// The same of the revocation endpoint.
  var revocationAddress: String { get }
  /// One question, one answer; a refusal is an answer.
  ///
  /// - Parameters:
  ///   - appToken: goes into the `Mantlet-App-Token` header when the grant asks for it.
  ///   - proof: a DPoP proof for this very request.
  func exchange(
    _ request: TokenRequest, appToken: HeldToken?, proof: String?
  ) async throws(SessionError) -> TokenAnswer
  /// A fresh challenge, good for `purpose` alone.
  func challenge(for purpose: ChallengePurpose) async throws(SessionError) -> ChallengeMessage
  /// The bytes of the key set that the server publishes (RFC 7517).
  func tokenKeys() async throws(SessionError) -> [UInt8]
  /// Ends the session of a refresh token (RFC 7009); a refusal is an answer.
  ///
  /// - Parameter proof: a DPoP proof for this very request; nil where there is no key to prove.
  func revoke(_ token: HeldToken, proof: String?) async throws(SessionError) -> RevocationAnswer
}
