/// Names one link of this node while it lasts; chosen by whoever attaches the link, never sent.
public struct LinkID: Sendable, Hashable {
  public let number: UInt64

  public init(_ number: UInt64) { self.number = number }
}
