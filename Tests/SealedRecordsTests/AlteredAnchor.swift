#if Records
  import SealedRecords
  import SecurityTesting
  import Synchronization

  /// An anchor whose state was altered, until another one is saved.
  final class AlteredAnchor: RecordAnchor {
    private let anchor: InMemoryRecordAnchor
    private let isAltered = Mutex(true)

    init(_ anchor: InMemoryRecordAnchor) { self.anchor = anchor }

    func load() async throws(SealedRecords.RecordError) -> RecordState? {
      guard !isAltered.withLock({ $0 }) else { throw .anchorMissing }
      return try await anchor.load()
    }

    func save(_ state: RecordState?) async throws(SealedRecords.RecordError) {
      try await anchor.save(state)
      isAltered.withLock { $0 = false }
    }
  }
#endif
