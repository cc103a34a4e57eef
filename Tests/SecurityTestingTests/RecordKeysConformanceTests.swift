import Redaction
import SealedRecords
import SecurityTesting
import Synchronization
import Testing

/// Sound keys with one flaw planted into them.
private final class FaultyKeys: RecordKeys {
  enum Flaw: CaseIterable {
    case forgets, short, oneForAll, ignoresVersion, makesAnew, looksThenMakes, keepsErased, erasesAll, failsOnMissing
    case remakesTheSame, lockedIsMissing
  }

  let twin = InMemoryRecordKeys()
  private let flaw: Flaw
  private let kept = Mutex<[UInt8]?>(nil)

  init(_ flaw: Flaw) { self.flaw = flaw }

  private func place(_ kind: RecordKind, _ version: Int) -> (kind: RecordKind, version: Int) {
    switch flaw {
    case .oneForAll: (.index, version)
    case .ignoresVersion: (kind, 1)
    default: (kind, version)
    }
  }

  func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret? {
    let (kind, version) = place(kind, version)
    if flaw == .lockedIsMissing, twin.isLocked { return nil }
    guard let key = try await twin.key(for: kind, version: version) else { return nil }
    return flaw == .short ? Secret(copying: key.withExposedBytes { Array($0.prefix(16)) }) : key
  }

  func makeKey(for kind: RecordKind, version: Int) async throws(RecordError) {
    let (kind, version) = place(kind, version)
    switch flaw {
    case .forgets: return
    case .makesAnew: try await twin.eraseKey(for: kind, version: version)
    case .looksThenMakes:
      guard try await twin.key(for: kind, version: version) == nil else { return }
      for _ in 0..<20 { await Task.yield() }
      try await twin.eraseKey(for: kind, version: version)
    case .lockedIsMissing where twin.isLocked: return
    case .remakesTheSame:
      if let kept = kept.withLock({ $0 }) { return twin.put(kept, for: kind, version: version) }
    default: break
    }
    try await twin.makeKey(for: kind, version: version)
  }

  func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError) {
    let (kind, version) = place(kind, version)
    switch flaw {
    case .keepsErased: return
    case .erasesAll: for version in 1...2 { try await twin.eraseKey(for: kind, version: version) }
    case .failsOnMissing:
      guard try await twin.key(for: kind, version: version) != nil else { throw .keyMissing(kind) }
    case .remakesTheSame:
      if let key = try await twin.key(for: kind, version: version) {
        let bytes = key.withExposedBytes { Array($0) }
        kept.withLock { $0 = bytes }
      }
    default: break
    }
    try await twin.eraseKey(for: kind, version: version)
  }
}

@Suite struct RecordKeysConformanceTests {
  @Test("The keys in memory keep every claim")
  func inMemory() async {
    let lock: RecordKeysConformance.Turn = { ($0 as? InMemoryRecordKeys)?.isLocked = true }
    #expect(await RecordKeysConformance.brokenClaims(lock: lock) { InMemoryRecordKeys() } == [])
  }

  @Test("Each flaw breaks a claim")
  func flaws() async {
    let lock: RecordKeysConformance.Turn = { ($0 as? FaultyKeys)?.twin.isLocked = true }
    for flaw in FaultyKeys.Flaw.allCases {
      // One flaw is a race: on a busy machine one run may pass it by.
      var broken: [String] = []
      for _ in 0..<5 where broken.isEmpty {
        broken = await RecordKeysConformance.brokenClaims(lock: lock) { FaultyKeys(flaw) }
      }
      #expect(!broken.isEmpty, "\(flaw)")
    }
  }

  @Test("Without a way to lock what a lock must mean is not judged")
  func withoutLock() async {
    #expect(await RecordKeysConformance.brokenClaims { FaultyKeys(.lockedIsMissing) } == [])
  }
}
