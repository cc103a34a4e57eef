import Foundation
import Synchronization

/// What the user decides about notifications, and what the system keeps. Apple has nothing like it.
public final class EmulatedNotifications: Sendable {
  @TaskLocal public static var current = EmulatedNotifications()

  public struct State: Sendable {
    public var status: UNAuthorizationStatus = .notDetermined
    /// What the user will answer; nil when the system fails.
    public var answer: Bool? = true
    /// How often the user saw the question.
    public var asked = 0
    /// The options of each request.
    public var options: [UNAuthorizationOptions] = []
    public var pending: [Pending] = []
    /// How many lie in the system's list after they were shown.
    public var delivered = 0
    /// The placeholder of each category.
    public var placeholders: [String: String] = [:]
    /// Whether requests are refused.
    public var isFull = false

    public init() {}
  }

  /// A notification that waits for its time.
  public struct Pending: Sendable, Hashable {
    public var identifier: String
    public var title: String
    public var body: String
    public var category: String
    public var hasSound: Bool
    public var hasUserInfo: Bool
    public var components: DateComponents?
    public var repeats: Bool
  }

  private let state = Mutex(State())

  public init() {}

  public func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

  public var now: State { state.withLock { $0 } }
}
