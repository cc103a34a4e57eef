import NetworkTrust

/// Answers with addresses that were written down: no test needs a resolver.
public struct InMemoryHostLookup: HostLookup {
  private let hosts: [ServerHost: [ServerHost]]

  /// - Parameter hosts: a name with its addresses, most wanted first, of either family.
  public init(_ hosts: [ServerHost: [ServerHost]]) { self.hosts = hosts }

  /// - Throws: ``NetworkError/nameNotResolved`` for a name that was not written down.
  public func addresses(of name: ServerHost, _ family: ServerHost.Kind) async throws(NetworkError) -> [ServerHost] {
    guard let found = hosts[name] else { throw .nameNotResolved }
    return found.filter { $0.kind == family }
  }
}
