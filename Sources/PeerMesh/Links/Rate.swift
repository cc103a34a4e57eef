/// A budget: `perSecond` on the long run, `burst` at once.
public struct Rate: Sendable, Hashable {
  public var perSecond: Int
  public var burst: Int

  public init(perSecond: Int, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}
