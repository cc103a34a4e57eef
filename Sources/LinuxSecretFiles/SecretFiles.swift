#if os(Linux) || os(Android)
  public import Redaction
  public import SecretStorage
  import SecurityPolicy

  /// Secrets in sealed files, one per secret, in a folder of mode 0700.
  ///
  /// Layout: `root.key` (32 random bytes), `NAME.sealed` (a `SealedItem`), `lock`; `*.temporary` is what an
  /// interrupted write left and is removed at opening. All files have mode 0600.
  ///
  /// - Protects against: other users of the system, a single item that gets into a backup or a log, and items that are
  ///   edited, swapped or renamed. A full disk or `kill -9` during a write leaves the old item.
  /// - Does not protect against: root, this user's other programs, or whoever copies the whole folder. Without a
  ///   hardware keystore the root key lies beside the data.
  /// - Does not notice: a removed item, or an older one put back.
  /// - Does not check: the folders above its own. A parent that others may write to lets them take the folder away.
  ///
  /// Lock state and presence cannot be enforced here, so only the `afterFirstUnlock…` requirements with nobody asked
  /// are accepted; others are refused with `StorageError.unenforceable`.
  ///
  /// Several stores, also in several processes, may share a folder. A write waits until the others have finished
  /// theirs; a process that is stopped in the middle of a write makes them wait.
  ///
  /// Source: open(2), rename(2), fsync(2), flock(2); MASVS-STORAGE-1; BSI TR-03161-1 O.Data_2, O.Data_3.
  public actor SecretFiles: SecretStore {
    private static let rootKeyFile = "root.key"
    private static let suffix = ".sealed"

    private let folder: PrivateFolder
    private let key: SealingKey
    private var random: any RandomNumberGenerator & Sendable

    /// Opens the store and makes folder and root key on first use; the parent folder must exist.
    ///
    /// - Parameter random: the source of the root key and of nonces: the system's generator outside of tests.
    /// - Throws: `StorageError.exposed`, `.foreignOwner`, `.notPlain` when folder or key are not this user's alone;
    ///   `.rootKeyMissing` when items exist without a key (a new one would orphan them silently); `.rootKeyDamaged`,
    ///   `.full`, `.denied`, `.unavailable`.
    public init(folder path: String, random: any RandomNumberGenerator & Sendable) throws(StorageError) {
      let folder = try PrivateFolder(path: path)
      var random = random
      let root = try folder.whileLocked { () throws(StorageError) -> Secret in
        try folder.removeLeftovers()
        if let root = try folder.secret(in: Self.rootKeyFile, count: SealingKey.byteCount) { return root }
        guard try !folder.fileNames().contains(where: { $0.hasSuffix(Self.suffix) }) else { throw .rootKeyMissing }
        let root = Secret(count: SealingKey.byteCount) { buffer in
          for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: random.next()) }  // O.Rand_1#1
        }
        try root.withExposedBytes { bytes throws(StorageError) in
          try folder.replace(Self.rootKeyFile, with: bytes)
        }
        return root
      }
      key = try SealingKey(root)
      self.folder = folder
      self.random = random
    }

    public func read(_ name: SecretName) throws(StorageError) -> Secret? {
      let limit = SealedItem.secretLimit + SealedItem.overhead
      guard let bytes = try folder.contents(of: name.text + Self.suffix, limit: limit) else { return nil }
      return try SealedItem(parsing: bytes, as: name).open(as: name, for: .secretFile, under: key)
    }

    public func write(
      _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
    ) throws(StorageError) {
      switch (access.accessibility, access.presence) {
      case (.insecureMigratingAfterFirstUnlock, .notAsked), (.afterFirstUnlockThisDeviceOnly, .notAsked): break
      default: throw .unenforceable(access)
      }
      let item = try SealedItem(sealing: secret, as: name, for: .secretFile, under: key, using: &random)
      let bytes = item.bytes
      try folder.whileLocked { () throws(StorageError) in
        // Inside the lock nobody else writes: what lies here is what a killed process left.
        try folder.removeLeftovers()
        try bytes.withUnsafeBufferPointer { buffer throws(StorageError) in
          try folder.replace(name.text + Self.suffix, with: UnsafeRawBufferPointer(buffer))
        }
      }
    }

    public func delete(_ name: SecretName) throws(StorageError) {
      try folder.whileLocked { () throws(StorageError) in _ = try folder.remove(name.text + Self.suffix) }
    }

    public func names() throws(StorageError) -> [SecretName] {
      try folder.fileNames().compactMap { file in
        file.hasSuffix(Self.suffix) ? SecretName(String(file.dropLast(Self.suffix.count))) : nil
      }.sorted()
    }
  }
#endif
