#if os(Linux) || os(Android)
  import Redaction
  import SecretStorage

  extension Vault {
    /// What an opening found, before anything is judged.
    struct Found {
      let keys: RootKeys
      let rootPin: FilePin
      let index: SecretIndex
      let indexPin: FilePin
    }

    /// Reads the root key and the index, and makes them first if there is no store; needs the lock.
    static func find(
      in folder: borrowing PrivateFolder, protection: RootKeyProtection,
      using random: inout Dice
    ) throws(StorageError) -> Found {
      if let found = try folder.secret(in: rootKeyFile, limit: RootKeyFile.limit) {
        if let old = try bareKey(found.secret) {
          guard case .keyFile = protection.kind else { throw .rootKeyProtectedOtherwise }
          try adopt(old, in: folder, using: &random)
        }
      } else {
        try make(in: folder, protection, using: &random)
      }
      guard let root = try folder.secret(in: rootKeyFile, limit: RootKeyFile.limit) else { throw .rootKeyMissing }
      let keys = try RootKeys.open(root.secret, with: protection)
      let (index, indexPin) = try readIndex(in: folder, keys.ring)
      return Found(keys: keys, rootPin: root.pin, index: index, indexPin: indexPin)
    }

    init(
      _ found: Found, in folder: consuming PrivateFolder, random: Dice
    ) {
      self.folder = folder
      keys = found.keys
      rootPin = found.rootPin
      index = found.index
      indexPin = found.indexPin
      self.random = random
    }

    /// Finishes what a dead process began and refuses an index that was put back; needs the lock.
    mutating func settle() throws(StorageError) {
      // Until a deletion has made room, nothing else may take the prepared index away.
      if let waiting = try recoverAsRoomAllows() { return try refuseNewerItems(than: waiting) }
      let waiting = try finishWrites()
      try folder.removeLeftovers(keeping: waiting)
      try refuseNewerItems(than: index.generation)
      for name in try Self.itemNames(in: folder, suffix: Self.doubtSuffix) { try? endDoubt(of: name) }
      // An item that cannot be read now keeps the old key alive; the store works all the same.
      if keys.ring.ids.count > 1 { try? finishRotation() }
    }

    /// A new store. The root key comes last: until it is there, nothing was promised.
    private static func make(
      in folder: borrowing PrivateFolder, _ protection: RootKeyProtection,
      using random: inout Dice
    ) throws(StorageError) {
      // A new key would orphan the items silently.
      guard try itemNames(in: folder).isEmpty else { throw .rootKeyMissing }
      let ring = SealingKeyring(try SealingKey(RootKeys.fresh(using: &random)))
      let keys = try RootKeys(ring, protectedBy: protection, using: &random)
      try putIndex(SecretIndex(), in: folder, ring, using: &random)
      try put(keys, in: folder, using: &random)
    }

    /// Moves the layout of older builds, a bare root key and no index, to this one. Its items join the index as
    /// generation 0; then comes a new root key, so that the old layout cannot be put back one file at a time.
    private static func adopt(
      _ old: consuming SealingKey, in folder: borrowing PrivateFolder,
      using random: inout Dice
    ) throws(StorageError) {
      let ring = SealingKeyring(old)
      if try folder.stamp(of: indexFile) == nil {
        try putIndex(SecretIndex(adopting: itemNames(in: folder)), in: folder, ring, using: &random)
      }
      _ = try readIndex(in: folder, ring)
      let next = ring.rotated(to: try SealingKey(RootKeys.fresh(using: &random)))
      try put(RootKeys(next, protectedBy: .keyFile, using: &random), in: folder, using: &random)
    }

    /// The bare 32 bytes of older builds.
    private static func bareKey(_ bytes: borrowing Secret) throws(StorageError) -> SealingKey? {
      guard bytes.count == SealingKey.byteCount, !bytes.withExposedBytes({ RootKeyFile.claims($0) }) else { return nil }
      return try SealingKey(bytes.duplicate())
    }

    /// An index that was put back is older than what was written since.
    private borrowing func refuseNewerItems(than generation: UInt64) throws(StorageError) {
      for name in try Self.itemNames(in: folder) {
        guard let bytes = try? folder.contents(of: name.text + Self.suffix, limit: Self.itemLimit),
          let item = try? SealedItem(parsing: bytes, as: name), item.generation > generation,
          (try? holds(name, in: item.generation)) == true
        else { continue }
        throw .indexDamaged
      }
    }

    private static func putIndex(
      _ index: SecretIndex, in folder: borrowing PrivateFolder, _ ring: SealingKeyring,
      using random: inout Dice
    ) throws(StorageError) {
      let sealed = try ring.seal(
        Secret(copying: index.bytes), as: indexName, for: indexPurpose, generation: index.generation,
        limit: SecretIndex.limit, using: &random)
      try folder.replace(indexFile, with: sealed.bytes)
    }

    static func put(
      _ keys: RootKeys, in folder: borrowing PrivateFolder, using random: inout Dice
    ) throws(StorageError) {
      let bytes = try keys.bytes(using: &random)
      try bytes.withExposedBytes { bytes throws(StorageError) in try folder.replace(rootKeyFile, with: bytes) }
    }
  }
#endif
