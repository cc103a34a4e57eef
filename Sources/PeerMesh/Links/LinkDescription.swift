/// What a node must know about a link before a byte flows.
public struct LinkDescription: Sendable, Hashable {
  public let id: LinkID
  public let kind: LinkKind
  public let role: LinkRole
  /// Bytes that both ends know and that name this one connection (addresses and ports, a session's id): they enter the
  /// proof, so a proof relayed to another connection fails. Empty where the transport has none: then a relay of all
  /// bytes goes unnoticed; it can still read and change nothing.
  public let binding: [UInt8]
  /// Names the neighbour as far as its transport does, so that several links to one address share what one neighbour may
  /// take: the address without the port. Empty: the link stands for itself. Never sent, and proves nothing.
  public let neighbour: [UInt8]
  /// The largest datagram now, in bytes; at least ``minimumMTU``.
  public let mtu: Int

  /// What the smallest Bluetooth link carries.
  public static let minimumMTU = 20

  /// A smaller `mtu` counts as ``minimumMTU``.
  public init(id: LinkID, kind: LinkKind, role: LinkRole, binding: [UInt8] = [], neighbour: [UInt8] = [], mtu: Int) {
    self.id = id
    self.kind = kind
    self.role = role
    self.binding = binding
    self.neighbour = neighbour
    self.mtu = max(mtu, Self.minimumMTU)
  }
}
