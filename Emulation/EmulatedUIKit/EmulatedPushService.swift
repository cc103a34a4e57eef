import Synchronization

/// Whether the system would deliver push notifications to the app. Apple has nothing like it.
public final class EmulatedPushService: Sendable {
  @TaskLocal public static var current = EmulatedPushService()

  private let state = Mutex(false)

  public init() {}

  public var isRegistered: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
