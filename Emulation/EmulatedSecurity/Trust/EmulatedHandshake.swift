public import Foundation

/// The steps of a handshake that an emulated connection goes through, in their order: version, the server's
/// certificates, the client's, and only then bytes of the app.
public struct EmulatedHandshake: @unchecked Sendable {
  // @unchecked: the trust object is handed on, one owner at a time.
  public enum Failure: Error, Sendable {
    case refused, protocolVersion, serverRefused, notConnected, notTLS, closed
    /// The server says bad_certificate before it shows one.
    case alert
    /// Nothing comes of it until a limit passes: that for silence, or with `drips` only that for the whole.
    case unfinished(drips: Bool)
  }

  public let server: EmulatedServer
  /// As the system makes it: the policy for the name, no anchors of an app.
  public let trust: SecTrust

  /// Reaches the server and gets its certificates.
  public init(
    to host: String, port: Int, minimum: tls_protocol_version_t, suites: [UInt16] = [], resumes: Bool = true,
    in internet: EmulatedInternet, on device: EmulatedDevice
  ) throws(Failure) {
    guard let server = internet.server(at: host, port: port) else { throw .notConnected }
    self.server = server
    server.note {
      $0.connections += 1
      $0.serverNames.append(host)
      $0.suites.append(suites)
      $0.resumes.append(resumes)
    }
    switch server.greeting {
    case .tls: break
    case .plaintext: throw .notTLS
    case .close: throw .closed
    case .alert: throw .alert
    case .stall: throw .unfinished(drips: false)
    case .drip: throw .unfinished(drips: true)
    }
    guard server.versions.upperBound >= minimum.rawValue else { throw .protocolVersion }
    trust = SecTrust(
      server.chain.map(SecCertificate.init), [SecPolicyCreateSSL(true, host)], device: device)
  }

  public var asksForClient: Bool { server.admits != nil }
  public var asksFirst: Bool { asksForClient && server.asksFirst }

  /// The client's part; after it the connection carries bytes.
  public func finish(identity: SecIdentity?, chain: [SecCertificate]) throws(Failure) {
    if let admits = server.admits {
      let shown = identity.map { [$0.certificate.encoded] + chain.map(\.encoded) } ?? []
      if !shown.isEmpty { server.note { $0.clients.append(shown) } }
      guard admits(shown) else { throw .serverRefused }
    }
    server.note { $0.handshakes += 1 }
  }

  /// A request, or bytes of a stream, after the handshake.
  public func send(_ request: EmulatedServer.Request, count: Int) -> EmulatedServer.Answer {
    var number = 0
    server.note {
      number = $0.requests.count
      $0.requests.append(request)
      $0.applicationBytes += count
    }
    return server.script(number, request)
  }
}

extension EmulatedServer.Request {
  public init(_ method: String, _ target: String, _ fields: [String: String], _ body: Data) {
    (self.method, self.target, self.fields, self.body) = (method, target, fields, body)
  }
}
