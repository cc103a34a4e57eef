/// Where a transport gets the client's identity from, at least once for each new connection: so a renewal or a wipe takes
/// effect with the next one. A transport may ask before each request as well, to give up connections of another identity.
public protocol ClientIdentitySource: Sendable {
  /// The identity to show to a server that asks for one; nil for none.
  ///
  /// - Throws: ``IdentityError``; then no connection is made: going on without would hide that something is wrong.
  func identity() async throws(IdentityError) -> ClientIdentity?
}
