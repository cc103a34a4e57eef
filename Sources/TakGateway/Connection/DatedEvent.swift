package import CursorOnTarget

/// An event, and when it was made as far as that is believed: its own time, but no later than it was handed in.
///
/// So what a clock that is ahead made stands before whatever was made after it came. Not protected: a clock that is
/// behind, or that was set back in between, makes events older than they are.
package struct DatedEvent: Sendable, Hashable {
  package let event: CoTEvent
  private let made: CoTTime
  private let number: Int

  /// - Parameters:
  ///   - now: when it was handed in.
  ///   - number: its place among all that was handed in, which no clock changes.
  package init(_ event: CoTEvent, at now: CoTTime, as number: Int = 0) {
    (self.event, made, self.number) = (event, min(event.time, now), number)
  }

  /// Of two that came at once from a clock that is ahead, that clock knows the order.
  func isOlder(than other: DatedEvent) -> Bool {
    made == other.made ? event.time < other.event.time : made < other.made
  }

  /// Whether the clock was set back since it was handed in: by how much nobody knows.
  func isAhead(of now: CoTTime) -> Bool { made > now }

  /// Whether both say the same kind of thing under one uid: the newest counts.
  func isKind(of other: DatedEvent) -> Bool { event.uid == other.event.uid && event.type == other.event.type }

  /// Whether it is a call for help, or another alarm, that the other event ends: under one uid, and made no later.
  func isEnded(by end: DatedEvent) -> Bool {
    end.event.endsCall && event.uid == end.event.uid && event.type.isWithin(.alarm) && !event.endsCall
      && !end.isOlder(than: self)
  }

  /// Whether nothing is left to say for an older event under its uid: it is a call for help, or ends one.
  func replaces(_ other: DatedEvent) -> Bool {
    event.uid == other.event.uid && (event.isCallForHelp || event.endsCall) && other.isOlder(than: self)
  }

  /// Whether it replaces what is to be sent again. What was handed in before a call for help leaves that to be said:
  /// the clock may have been set back in between.
  func outdates(_ other: DatedEvent) -> Bool { replaces(other) && (other.event.endsCall || other.number < number) }
}
