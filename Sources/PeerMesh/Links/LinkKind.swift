/// What carries a link. All get the same seal inside: the encryption of a transport is never relied on.
public enum LinkKind: UInt8, Sendable, Hashable, CaseIterable {
  case bluetooth = 1
  case multipeer = 2
  /// A byte stream, as TCP, that itself repeats what was lost: such a link loses nothing while it lasts, and ends when it
  /// would have to.
  case network = 3
  case datagram = 4
  case memory = 5

  /// Whether the mesh repeats on such a link what the neighbour does not report.
  var isRepaired: Bool { self != .network }
}
