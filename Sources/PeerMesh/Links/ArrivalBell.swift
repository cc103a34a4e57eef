/// Wakes the one reader of what arrives on a link, for links whose datagrams come by calls of the system.
///
/// Claim: a reader that waits wakes after the next ``ring()`` or ``end()``, and none is lost between a look and the wait. A
/// cancelled reader still gets what is there, then nil.
///
/// Not protected: the queue itself, which is the link's own under its own lock; a second reader would take the first one's
/// turn.
public final class ArrivalBell: Sendable {
  private let rings: AsyncStream<Void>
  private let ringing: AsyncStream<Void>.Continuation

  /// Nothing arrived.
  public init() { (rings, ringing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Something arrived.
  public func ring() { ringing.yield() }

  /// Nothing will arrive after what waits.
  public func end() { ringing.finish() }

  /// What `look` finds, asked again after each ring; nil when it finds nothing and says that nothing will come.
  public func next<Found: Sendable>(_ look: () -> (found: Found?, isEnded: Bool)) async -> Found? {
    var isOver = false
    while true {
      let (found, isEnded) = look()
      if let found { return found }
      guard !isEnded, !isOver else { return nil }
      isOver = true
      for await _ in rings {
        isOver = false
        break
      }
    }
  }
}
