import AppIntegrity
import SecurityTesting
import Synchronization
import Testing

/// Breaks one promise at a time.
private final class BrokenKeeper: CheckKeeping {
  enum Lie: CaseIterable { case invents, forgets, keepsTheFirst, appends, cuts }

  private let lie: Lie
  private let bytes = Mutex<[UInt8]?>(nil)

  init(_ lie: Lie) {
    self.lie = lie
    if lie == .invents { bytes.withLock { $0 = [0] } }
  }

  func load() async throws(IntegrityError) -> [UInt8]? {
    bytes.withLock { bytes in
      defer { if lie == .forgets { bytes = nil } }
      return bytes
    }
  }

  func save(_ saved: [UInt8]) async throws(IntegrityError) {
    bytes.withLock { bytes in
      switch lie {
      case .keepsTheFirst: bytes = bytes ?? saved
      case .appends: bytes = (bytes ?? []) + saved
      case .cuts: bytes = Array(saved.prefix(30_000))
      default: bytes = saved
      }
    }
  }
}

@Suite struct CheckKeepingConformanceTests {
  @Test("The twin keeps every claim")
  func twin() async {
    #expect(await CheckKeepingConformance.brokenClaims { InMemoryCheckKeeping() } == [])
  }

  @Test("A place that breaks a promise is told which", arguments: BrokenKeeper.Lie.allCases)
  private func broken(lie: BrokenKeeper.Lie) async {
    #expect(await !CheckKeepingConformance.brokenClaims { BrokenKeeper(lie) }.isEmpty)
  }
}
