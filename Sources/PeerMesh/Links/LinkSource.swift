/// Whom a share is counted for: the neighbour's address where its transport names one, so that many links or one that comes
/// again and again take no more than one does; else the link.
enum LinkSource: Sendable, Hashable {
  case address([UInt8])
  case link(LinkID)

  init(_ description: LinkDescription) {
    self = description.neighbour.isEmpty ? .link(description.id) : .address(description.neighbour)
  }
}
