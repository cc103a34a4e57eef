import Foundation
import Synchronization

/// The hardware and Apple's service behind App Attest. Apple has nothing like it.
public final class EmulatedAttester: Sendable {
  @TaskLocal public static var current = EmulatedAttester()

  public struct State: Sendable {
    public var isSupported = true
    /// What the next calls throw, in this order.
    public var failures: [any Error] = []
    /// Each key, and whether it was attested.
    public var keys: [String: Bool] = [:]
    public var assertions = 0
    /// How often the service was asked for anything.
    public var calls = 0
  }

  private let state = Mutex(State())

  public init() {}

  public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  public var now: State { state.withLock { $0 } }

  var isSupported: Bool { now.isSupported }

  func answer<Result: Sendable>(_ body: (inout State) throws -> Result) throws -> Result {
    try state.withLock { state in
      state.calls += 1
      guard state.isSupported else { throw DCError(.featureUnsupported) }
      if !state.failures.isEmpty { throw state.failures.removeFirst() }
      return try body(&state)
    }
  }
}
