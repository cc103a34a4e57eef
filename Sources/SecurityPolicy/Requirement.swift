/// A requirement of a published catalogue, by its own id: `O.Auth_8` (BSI TR-03161-1 v3.0), `MASVS-STORAGE-1`
/// (OWASP MASVS v2), `CWE-312`.
public struct Requirement: Sendable, Hashable, CustomStringConvertible {
  public let id: String
  public init(_ id: String) { self.id = id }
  public var description: String { id }
}
