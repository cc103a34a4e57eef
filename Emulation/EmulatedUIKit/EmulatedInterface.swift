public import Foundation
import Synchronization

/// What is on the screens and which apps are installed. Apple has nothing like it.
public final class EmulatedInterface: Sendable {
  @TaskLocal public static var current = EmulatedInterface()

  public struct State: Sendable {
    /// The schemes that some app answers to.
    public var schemes: Set<String> = ["apple-magnifier", "mailto", "tel"]
    /// What the app's Info.plist declares: for others the system says no.
    public var declared: Set<String> = []
    /// One entry for each scene of windows.
    public var captures: [UISceneCaptureState] = [.inactive]
    /// What time it is for what ends by itself.
    public var date = Date(timeIntervalSince1970: 1_800_000_000)
    /// The schemes that were asked for, in order.
    public var asked: [String] = []

    public init() {}
  }

  private let state = Mutex(State())
  /// Where this device's notifications are posted: tests that run side by side do not hear each other's.
  public let center = NotificationCenter()
  /// The scenes that are connected, when a test plays their life cycle.
  @MainActor var staged: [UIWindowScene] = []
  /// What the last picture of each scene shows, by the name of its session.
  @MainActor public internal(set) var pictures: [String: [UIWindow]] = [:]
  /// The windows that were shown where Apple may animate it, in order.
  @MainActor public internal(set) var animated: [UIWindow] = []
  @MainActor public internal(set) var pasteboard = UIPasteboard()
  @MainActor private var turns = 0

  public init() {}

  public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  public var now: State { state.withLock { $0 } }

  @MainActor func nextTurn() -> Int {
    turns += 1
    return turns
  }
}
