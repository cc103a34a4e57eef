import TrustWire

/// The way to the token endpoint. One question, one answer; a refusal is thrown as ``SessionError/refused(_:)``.
public protocol TokenExchange: Sendable {
  /// - Parameters:
  ///   - appToken: goes into the `Mantlet-App-Token` header when the grant asks for it.
  ///   - proof: a DPoP proof for this very request, when the grant asks for it.
  func exchange(
    _ request: TokenRequest, appToken: HeldToken?, proof: String?
  ) async throws(SessionError) -> TokenResponse
  /// The token endpoint's address as it stands in proofs.
  var address: String { get }
}
