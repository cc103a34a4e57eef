#if os(Linux) || os(Android)

  import AppIntegrity
  import Synchronization

  /// Counts the full checks of one source, so that each looks at another part of what is too long for one.
  final class CheckTurns: Sendable {
    private let next = Atomic<UInt>(0)

    /// The number of this check. A light check looks where the next full one will.
    func taken(by level: CheckLevel) -> UInt {
      level == .full ? next.wrappingAdd(1, ordering: .relaxed).oldValue : next.load(ordering: .relaxed)
    }
  }

#endif
