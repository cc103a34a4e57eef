#if Records
  import Redaction
  import SealedRecords
  import SecurityTesting
  import Synchronization

  /// Keys that let something happen before one of them is made or erased.
  final class WatchedKeys: RecordKeys {
    typealias Event = @Sendable (RecordKind, Int) async -> Void

    private let keys: InMemoryRecordKeys
    private let events = Mutex<(make: Event?, erase: Event?)>((nil, nil))

    init(_ keys: InMemoryRecordKeys) { self.keys = keys }

    func whenMade(_ event: @escaping Event) { events.withLock { $0.make = event } }
    func whenErased(_ event: @escaping Event) { events.withLock { $0.erase = event } }

    func key(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) -> Secret? {
      try await keys.key(for: kind, version: version)
    }

    func makeKey(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) {
      await events.withLock { $0.make }?(kind, version)
      try await keys.makeKey(for: kind, version: version)
    }

    func eraseKey(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) {
      await events.withLock { $0.erase }?(kind, version)
      try await keys.eraseKey(for: kind, version: version)
    }
  }
#endif
