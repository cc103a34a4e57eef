import Foundation

/// Its actions by event, in the order in which they were added.
@MainActor
open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let touchUpInside = Event(rawValue: 1 << 6)
  }

  private var actions: [(event: Event, action: UIAction)] = []

  /// Follows Apple: the control keeps the action, and performs it at each of the events.
  open func addAction(_ action: UIAction, for controlEvents: Event) { actions.append((controlEvents, action)) }

  /// Somebody touches the control and lifts the finger over it. Apple has nothing like it.
  public func emulatedTouch() {
    for (event, action) in actions where event.contains(.touchUpInside) { action.emulatedTouch() }
  }
}
