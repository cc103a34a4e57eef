public import NetworkTrust

/// How a TAK server is recognised beyond the path to the imported authority.
///
/// Certificates of TAK servers rarely hold the address that packages name. Where names are not compared, whoever has *any*
/// server certificate of that authority could stand in; so the server's own key is pinned instead.
public enum ServerCheck: Sendable, Hashable {
  /// The certificate must be for the host that is dialled.
  case dialledName
  /// The certificate must be for this name.
  case expectedName(ServerHost)
  /// The key of the package's truststore, or the one seen first. Gives up: who stood between at the first connection,
  /// with a server certificate of the authority, stays there.
  case pinOnFirstUse
}

extension TakServer {
  /// What the server is judged by. The extended key usage for servers is asked for in every case: a stolen client
  /// certificate makes no server.
  ///
  /// - Parameter platform: the platform's anchors, read, to be believed as well; only with a check of names.
  /// - Throws: ``GatewayError/network(_:)``
  public func trust(
    by check: ServerCheck, platform: TrustAnchors? = nil
  ) throws(GatewayError) -> TrustEvaluation {
    guard !authorities.isEmpty else { throw .authorityNeeded }
    // O.Ntwk_4#932
    var anchors = TrustAnchors.certificates(authorities)
    do throws(NetworkError) {
      if let platform, check != .pinOnFirstUse {
        anchors = try TrustAnchors.systemAnd(authorities).resolved { () throws(NetworkError) in platform }
      }
      // A key that is known counts however names are compared.
      let pinning = pin.map(PinPolicy.insecureFirstUse) ?? .insecureUnpinned
      switch check {
      case .dialledName: return try TrustEvaluation(anchors: anchors, pinning: pinning)
      case .expectedName(let name):
        return try TrustEvaluation(anchors: anchors, pinning: pinning, name: .expected(name))
      case .pinOnFirstUse:
        return try TrustEvaluation(anchors: anchors, pinning: pinning, name: .insecureIgnored)
      }
    } catch { throw .network(error) }
  }
}
