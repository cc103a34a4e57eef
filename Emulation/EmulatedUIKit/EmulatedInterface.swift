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
    /// The schemes that were asked for, in order.
    public var asked: [String] = []

    public init() {}
  }

  private let state = Mutex(State())

  public init() {}

  public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  public var now: State { state.withLock { $0 } }
}
