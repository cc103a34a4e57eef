#if Records
  import Redaction
  import SealedRecords
  import Synchronization

  /// Notes which keys it gave out: nothing is sealed under any other.
  final class NotedKeys: RecordKeys {
    private let keys: FolderKeys
    private let given = Mutex<Set<String>>([])

    init(_ keys: FolderKeys) { self.keys = keys }

    /// The names of those that it gave out since the last call.
    func take() -> Set<String> {
      given.withLock { given in
        defer { given = [] }
        return given
      }
    }

    func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret? {
      guard let key = try await keys.key(for: kind, version: version) else { return nil }
      given.withLock { _ = $0.insert(FolderKeys.name(kind, version)) }
      return key
    }

    func makeKey(for kind: RecordKind, version: Int) async throws(RecordError) {
      try await keys.makeKey(for: kind, version: version)
    }

    func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError) {
      try await keys.eraseKey(for: kind, version: version)
    }
  }
#endif
