import NetworkTrust

/// A server as preference files write it: `host:port:ssl`, an IPv6 address with or without brackets.
struct ServerLine: Sendable, Hashable {
  let host: ServerHost
  let port: UInt16
  let isSecure: Bool

  /// - Throws: ``GatewayError/malformedServer`` for all but the protocols `ssl` and `tcp`.
  init(_ text: String) throws(GatewayError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let protocolName = parts.last, let number = UInt16(parts[parts.count - 2]), number > 0,
      parts[parts.count - 2].allSatisfy({ "0123456789".contains($0) })
    else { throw .malformedServer }
    var name = parts.dropLast(2).joined(separator: ":")
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    guard let host = try? ServerHost(name) else { throw .malformedServer }
    self.host = host
    port = number
    switch protocolName.lowercased() {
    case "ssl", "tls": isSecure = true
    case "tcp": isSecure = false
    default: throw .malformedServer
    }
  }

  var endpoint: Endpoint { Endpoint(host: host, port: port) }
}
