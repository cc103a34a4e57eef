import DataLifecycle

/// The wipe target for the record database and the files that SQLite keeps beside it. Their keys are secrets, which
/// another target destroys first.
struct RecordsWipe: WipeTarget {
  let name = WipeTargetName(constant: "records")
  private let files: LooseFiles
  /// Lets go of the open database, so that nobody goes on writing to a file without a name.
  private let close: @Sendable () async -> Void

  init(files: [String], close: @escaping @Sendable () async -> Void) {
    self.files = LooseFiles(files)
    self.close = close
  }

  var kind: UserDataKind { .records }

  func destroyKeys(_ scope: WipeScope) async { await close() }

  func erase(_ scope: WipeScope) async throws(LifecycleError) {
    await close()
    try files.erase()
  }

  func remains(_ scope: WipeScope) throws(LifecycleError) -> [WipeRemnant] {
    let count = try files.count()
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
