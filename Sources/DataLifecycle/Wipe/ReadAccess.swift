import Synchronization

/// The proof that no wipe is pending, which every store of user data asks for before it reads: only ``Wipe`` makes one.
///
/// It ends when a wipe begins: stores that were opened with it refuse from then on, so that nothing is written behind
/// the back of the wipe. What a call was doing at that very instant may still finish; the reading back at the end of
/// the wipe finds what it left.
public struct ReadAccess: Sendable {
  private let gate: ReadGate
  private let generation: Int

  init(_ gate: ReadGate) {
    self.gate = gate
    generation = gate.generation
  }

  /// - Throws: ``LifecycleError/wipePending`` when a wipe began since.
  public func require() throws(LifecycleError) {
    guard gate.generation == generation else { throw .wipePending }
  }
}

/// Counts the wipes of this process; an access belongs to one generation.
final class ReadGate: Sendable {
  private let count = Mutex(0)

  var generation: Int { count.withLock { $0 } }

  func close() { count.withLock { $0 += 1 } }
}
