#if os(Linux) || os(Android)
  public import SecretStorage

  /// Files of secrets that ``SecretFiles/names()`` does not list, under the folder's lock: sealed items, prepared ones
  /// and notes of doubt. They are counted and removed, never opened.
  extension SecretFiles {
    /// How many there are; other files that somebody put into the folder do not count.
    ///
    /// - Throws: `StorageError.busy`, `.indexDamaged`, `.rootKeyMissing`, `.full` while an interrupted write waits for
    ///   room, and whatever the system refuses: never zero.
    public func strayCount() async throws(StorageError) -> Int {
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      return try vault.strays().count
    }

    /// Removes all that can be removed. Does not overwrite them on the medium.
    ///
    /// - Throws: as ``strayCount()``, and what kept a file, which still counts: `StorageError.notPlain` for a folder in a
    ///   file's place, `.denied` …
    public func deleteStrays() async throws(StorageError) {
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      try vault.removeStrays()
    }
  }
#endif
