#if os(Linux) || os(Android)
  public import Redaction
  public import SecretStorage
  import SecurityPolicy

  /// Secrets in sealed files, one per secret, in a folder of mode 0700.
  ///
  /// Layout: `root.key` (the root keys under their ``RootKeyProtection``), `index` (sealed: which item stands in which
  /// generation), `NAME.sealed` (a `SealedItem`), `lock`; `*.temporary` is what an interrupted write left, `NAME.doubt`
  /// what could not be told of one whose item was out of reach. All files have mode 0600. A folder of the older layout, a
  /// bare root key without an index, is upgraded at its first opening.
  ///
  /// - Protects against: other users of the system, a single item that gets into a backup or a log, and items that are
  ///   edited, swapped, renamed, taken away or replaced by an older version of themselves. A full disk or `kill -9`
  ///   during a write leaves the old item or the new one.
  /// - Does not protect against: root, and this user's other programs. Whoever copies the whole folder reads it if the
  ///   root key is a key file; see ``RootKeyProtection`` for more.
  /// - Does not notice: the whole folder, or index and items together, put back to an older state.
  /// - Does not check: the folders above its own. A parent that others may write to lets them take the folder away.
  /// - Does not heal: without its index the store does not open, because nobody could tell old items from new ones.
  ///
  /// A folder that the system encrypts by itself (fscrypt; Android's file-based encryption) and that is locked answers
  /// `StorageError.locked`: never nil, and no new store is made in its place.
  ///
  /// Lock state and presence cannot be enforced here, so only the `afterFirstUnlock…` requirements with nobody asked
  /// are accepted; others are refused with `StorageError.unenforceable`.
  ///
  /// On Android give a folder of its own below `Context.getFilesDir()`, better `getNoBackupFilesDir()`: those themselves
  /// let the app's group in and are refused. Tried on Linux under a staged tree of Android's paths, links and modes; not on
  /// a device, so not under its SELinux rules, its file-based encryption or before the first unlock, and no Android SDK
  /// has compiled it.
  ///
  /// Several stores, also in several processes, may share a folder. A write waits until the others have finished
  /// theirs, at most for the time given; a read waits only while the item is being written.
  ///
  /// Source: open(2), rename(2), fsync(2), flock(2); MASVS-STORAGE-1; BSI TR-03161-1 O.Data_2, O.Data_3.
  public actor SecretFiles: SecretStore {
    var vault: Vault
    private let lockWait: Duration

    /// Opens the store and makes folder and root key on first use; the parent folder must exist. Blocks the calling
    /// thread for the work of the protection and, at most for `lockWait`, while another process writes.
    ///
    /// A full medium may lack the room to finish an interrupted write. The store opens all the same: items that are whole
    /// are read and deleted, which makes room; everything else throws `StorageError.full` until then, and what else an
    /// opening does waits for the next one.
    ///
    /// - Parameters:
    ///   - protection: how the root key is kept. It must be the one that the store was made with.
    ///   - lockWait: how long to wait for another process.
    ///   - random: the source of keys and nonces: the system's generator outside of tests.
    /// - Throws: `StorageError.exposed`, `.foreignOwner`, `.notPlain` when folder or files are not this user's alone;
    ///   `.rootKeyMissing` when items exist without a key (a new one would orphan them silently); `.rootKeyDamaged`,
    ///   `.rootKeyProtectedOtherwise`, `.passphraseWrong`, `.passphraseEmpty`, `.interactionNotAllowed`,
    ///   `.hardwareUnavailable`; `.indexDamaged`; `.busy`, `.full`, `.denied`, `.unavailable`.
    public init(
      folder path: String, protection: RootKeyProtection = .keyFile, lockWait: Duration = .seconds(10),
      random: any RandomNumberGenerator & Sendable
    ) throws(StorageError) {
      let folder = try PrivateFolder(path: path)
      let lock = try FolderLock.acquire(in: folder, wait: lockWait)
      defer { lock.release() }
      var random = Dice(random)
      let found = try Vault.find(in: folder, protection: protection, using: &random)
      vault = Vault(found, in: folder, random: random)
      self.lockWait = lockWait
      try vault.settle()
    }

    /// Costs a look at the index's file and one reading of the item's, never of the index: nothing is kept in memory but
    /// the root keys and the index. It blocks the calling thread for these; it waits for another process only while the
    /// item or the index is being changed.
    ///
    /// - Throws: `StorageError.corrupted`, `.rolledBack`, `.removed`, `.wrongKey`, `.newerVersion` for what happened to
    ///   this item; `.locked` when the system refuses a file that our rights cover, or has no key for the folder;
    ///   `.indexDamaged`, `.busy`, and whatever the system refuses.
    public func read(_ name: SecretName) async throws(StorageError) -> Secret? {
      switch vault.glance(name) {
      case .secret(let secret): return secret
      case .absent: return nil
      case .unclear: break
      }
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      return try vault.read(name)
    }

    /// - Throws: `StorageError.unenforceable`, `.tooLarge`, `.busy`, `.full`, `.indexDamaged`, `.rootKeyMissing`, and
    ///   whatever the system refuses. The old value stands then, or the new one where its file was in place already and
    ///   only the index was not: the next access to the store ends that write.
    public func write(
      _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
    ) async throws(StorageError) {
      try Self.require(access, secret.count)
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      try vault.write(secret, as: name)
    }

    /// The folder's lock is held from the look to the end, so of several processes one is first. An item that was
    /// altered or taken away is still one: `duplicate`.
    ///
    /// - Throws: `StorageError.duplicate`, and as ``write(_:as:access:)``; nothing was stored then.
    public func add(
      _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
    ) async throws(StorageError) {
      try Self.require(access, secret.count)
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      guard vault.index.items[name] == nil else { throw .duplicate(name) }
      try vault.write(secret, as: name)
    }

    /// Also ends the error of an item that was altered, removed or put back, and makes room on a full medium.
    ///
    /// - Throws: `StorageError.full` when even the item's own room is not enough: it may be gone then, and reads as
    ///   `removed` until the deletion is repeated. `.busy`, `.indexDamaged`, `.rootKeyMissing`, and whatever the system refuses.
    public func delete(_ name: SecretName) async throws(StorageError) {
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh(deleting: name)
      try vault.delete(name)
    }

    /// The names in the index: also of items that were taken away, never of what somebody put into the folder.
    ///
    /// - Throws: `StorageError.busy`, `.indexDamaged`, `.rootKeyMissing`, and whatever the system refuses.
    public func names() async throws(StorageError) -> [SecretName] {
      if let index = vault.quietIndex() { return index.items.keys.sorted() }
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      return vault.index.items.keys.sorted()
    }

    private static func require(_ access: AccessRequirement, _ count: Int) throws(StorageError) {
      switch (access.accessibility, access.presence) {
      case (.insecureMigratingAfterFirstUnlock, .notAsked), (.afterFirstUnlockThisDeviceOnly, .notAsked): break
      default: throw .unenforceable(access)
      }
      guard count <= SealedItem.secretLimit else { throw .tooLarge(limit: SealedItem.secretLimit) }
    }

    /// The right to change the folder, waited for without holding a thread.
    func lock() async throws(StorageError) -> FolderLock {
      var pauses = LockPauses(wait: lockWait)
      while true {
        if let lock = try FolderLock.attempt(in: vault.folder) { return lock }
        guard !Task.isCancelled, let pause = pauses.next() else { throw .busy }
        try? await Task.sleep(for: .microseconds(pause))
      }
    }
  }
#endif
