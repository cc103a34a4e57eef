/// Which side of a link speaks first: who connected, the central, the lower address.
public enum LinkRole: Sendable, Hashable {
  case initiator
  case responder
}
