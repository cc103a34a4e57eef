#if Records
  import SealedRecords
  import SecurityTesting
  import Synchronization

  /// An anchor that can only forget once its medium is full.
  final class CrampedAnchor: RecordAnchor {
    private let anchor: InMemoryRecordAnchor
    private let isFull = Mutex(false)

    init(_ anchor: InMemoryRecordAnchor) { self.anchor = anchor }

    func fill() { isFull.withLock { $0 = true } }

    func load() async throws(SealedRecords.RecordError) -> RecordState? { try await anchor.load() }

    func save(_ state: RecordState?) async throws(SealedRecords.RecordError) {
      guard state == nil || !isFull.withLock({ $0 }) else { throw .full }
      try await anchor.save(state)
    }
  }
#endif
