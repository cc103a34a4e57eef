import Redaction
import SealedRecords
import SecretStorage

/// The newest state of the record file, kept as a secret: an older file beside a newer anchor is refused.
///
/// - Does not protect against: a secret store that is set back together with the file.
/// - Between processes: reading the kept generation and writing the next are two steps of the store, in turn within one
///   process only. Two processes that save at once may leave the older of their states; a file that is newer than its
///   anchor is accepted, and what came after that state could be undone unseen until the next save.
actor StoredRecordAnchor: RecordAnchor {
  static let name = SecretName(constant: "record-anchor")

  private let store: any SecretStore
  private let access: AccessRequirement
  /// An actor lets the next save in while this one reads: the newer of two would be lost.
  private let turn = Turn()

  init(in store: any SecretStore, access: AccessRequirement) {
    self.store = store
    self.access = access
  }

  func load() async throws(RecordError) -> RecordState? {
    let kept: Secret?
    do { kept = try await store.read(Self.name) } catch { throw RecordError(anchor: error) }
    guard let kept else { return nil }
    guard let state = RecordState(parsing: kept.withExposedBytes { Array($0) }) else { throw .anchorMissing }
    return state
  }

  func save(_ state: RecordState?) async throws(RecordError) {
    await turn.take()
    defer { turn.end() }
    guard let state else {
      do { return try await store.delete(Self.name) } catch { throw RecordError(anchor: error) }
    }
    if let kept = try await readable(), kept.store == state.store, kept.generation > state.generation { return }
    do {
      try await store.write(Secret(copying: state.bytes), as: Self.name, access: access)
    } catch {
      throw RecordError(anchor: error)
    }
  }

  /// What is kept; nil, too, where it was altered or taken away: who saves then knows more than the place does.
  private func readable() async throws(RecordError) -> RecordState? {
    do throws(RecordError) { return try await load() } catch {
      guard error == .anchorMissing else { throw error }
      return nil
    }
  }
}
