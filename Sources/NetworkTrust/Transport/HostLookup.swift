/// Where the addresses of a name come from: the seam to the system's resolver, for a transport that is to ask another one.
///
/// Whoever answers decides where a connection goes and nothing else: the server there is judged by its certificates for
/// the name that was dialled. Source: RFC 8305, section 3.
public protocol HostLookup: Sendable {
  /// The addresses of a name, most wanted first. Asked once for each family and connection, both at the same time.
  ///
  /// - Parameter family: ``ServerHost/Kind/ipv6`` or ``ServerHost/Kind/ipv4``.
  /// - Returns: addresses; names among them are passed over. Empty when the name has none of the family.
  /// - Throws: ``NetworkError/nameNotResolved``; an error for one family leaves the other one.
  func addresses(of name: ServerHost, _ family: ServerHost.Kind) async throws(NetworkError) -> [ServerHost]
}
