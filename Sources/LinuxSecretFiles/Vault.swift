#if os(Linux) || os(Android)
  import Redaction
  import SecretStorage

  /// The files of one store and what this process knows about them. Methods that say so need the folder's lock.
  ///
  /// Order of a write: the next index and the item are prepared under temporary names; the item takes its place, then
  /// the index takes its own, and the folder is synchronised once for both. A process that dies before the item is in
  /// place leaves the old state, one that dies after it leaves a prepared index that names the item, and ``recover()``
  /// finishes the job. A file system that keeps the second renaming over a power failure and not the first leaves the
  /// item prepared beside an index that names it: ``settle()`` puts it in place. A deletion commits the index first and
  /// then takes the item away. An item that cannot be looked at when its write is to be finished is left in doubt: see
  /// ``keepDoubt(of:until:)``.
  struct Vault: ~Copyable, Sendable {
    static let rootKeyFile = "root.key"
    static let indexFile = "index"
    private static let indexCopy = "index.copy"
    static let suffix = ".sealed"
    static let itemLimit = SealedItem.secretLimit + SealedItem.overhead
    static let indexName = SecretName(constant: "index")
    static let indexPurpose = SealingPurpose("secret-index")

    /// What a reading without the lock can say.
    enum Glance: ~Copyable {
      case secret(Secret)
      case absent
      /// Something does not fit together: a write is going on, was interrupted, or somebody interfered.
      case unclear
    }

    let folder: PrivateFolder
    var keys: RootKeys
    var rootPin: FilePin
    var index: SecretIndex
    var indexPin: FilePin
    var random: Dice

    /// The secret, as far as it can be told without waiting for anybody.
    borrowing func glance(_ name: SecretName) -> Glance {
      do throws(StorageError) {
        guard try folder.stamp(of: Self.indexFile) == indexPin.stamp else { return .unclear }
        let bytes = try folder.contents(of: name.text + Self.suffix, limit: Self.itemLimit)
        switch (index.items[name], bytes) {
        case (nil, nil): return .absent
        case (let expected?, let bytes?):
          let item = try SealedItem(parsing: bytes, as: name)
          guard item.generation == expected else { return .unclear }
          return .secret(try keys.ring.open(item, as: name, for: .secretFile))
        default: return .unclear
        }
      } catch {
        // Asked again under the lock, the same fault has its name.
        return .unclear
      }
    }

    /// The index, if it is still the one that is known and no change is under way.
    borrowing func quietIndex() -> SecretIndex? {
      guard let now = try? folder.stamp(of: Self.indexFile), now == indexPin.stamp,
        let pending = try? folder.hasFile(PrivateFolder.temporary(Self.indexFile)), !pending
      else { return nil }
      return index
    }

    /// The secret; needs the lock and a ``refresh()``.
    borrowing func read(_ name: SecretName) throws(StorageError) -> Secret? {
      let bytes = try folder.contents(of: name.text + Self.suffix, limit: Self.itemLimit)
      let expected = index.items[name]
      guard let bytes else {
        guard expected == nil else { throw .removed(name) }  // O.Data_2#40
        return nil
      }
      let item = try SealedItem(parsing: bytes, as: name)
      let secret = try keys.ring.open(item, as: name, for: .secretFile)
      guard item.generation <= index.generation else { throw .indexDamaged }
      if item.generation == expected { return secret }
      guard try doubt(of: name).contains(item.generation) else { throw .rolledBack(name) }  // O.Data_2#41
      return secret
    }

    /// Needs the lock and a ``refresh()``.
    ///
    /// - Throws: also what keeps an item that waits for its place from it: that one is not given up for one that may fail.
    mutating func write(_ secret: borrowing Secret, as name: SecretName) throws(StorageError) {
      try finishWrite(of: name)
      let next = index.following(.wrote(name), step: step())
      let item = try keys.ring.seal(
        secret, as: name, for: .secretFile, generation: next.generation, using: &random)
      let file = name.text + Self.suffix
      try folder.prepare(Self.indexFile, with: sealed(next), file, with: item.bytes)
      do throws(StorageError) {
        // The folder is synchronised after the index took its place, too.
        try folder.rename(file)
      } catch {
        // Not if the item is in place already: then the prepared index is its proof.
        if (try? folder.contents(of: file, limit: Self.itemLimit)) != item.bytes { folder.discard(Self.indexFile) }
        throw error
      }
      try commit(next)
      forgetDoubt(of: name)
    }

    /// Needs the lock and a ``refresh()``.
    mutating func delete(_ name: SecretName) throws(StorageError) {
      let file = name.text + Self.suffix
      if index.items[name] != nil {
        do throws(StorageError) {
          try commit(prepared: index.following(.deleted(name), step: step()))
        } catch {
          // On a full medium the item's own room may be what the index lacks.
          guard error == .full, try folder.remove(file) else { throw error }
          try commit(prepared: index.following(.deleted(name), step: step()))
        }
      }
      forgetDoubt(of: name)
      try folder.remove(file)
    }

    mutating func commit(prepared next: SecretIndex) throws(StorageError) {
      try prepare(next)
      try commit(next)
    }

    private mutating func prepare(_ next: SecretIndex) throws(StorageError) {
      try folder.prepare(Self.indexFile, with: sealed(next))
    }

    private mutating func sealed(_ next: SecretIndex) throws(StorageError) -> [UInt8] {
      let plain = Secret(copying: next.bytes)
      return try keys.ring.seal(
        plain, as: Self.indexName, for: Self.indexPurpose, generation: next.generation, limit: SecretIndex.limit,
        using: &random
      ).bytes
    }

    mutating func commit(_ next: SecretIndex) throws(StorageError) {
      try folder.commit(Self.indexFile, keeping: true)
      try take(next)
    }

    /// Puts the index in place past a prepared one, which stays until that is done: after an error it is still there.
    mutating func commitCopy(of next: SecretIndex) throws(StorageError) {
      try folder.prepare(Self.indexCopy, with: sealed(next))
      try folder.rename(Self.indexCopy, to: Self.indexFile)
      try folder.synchronize()
      folder.discard(Self.indexFile)
      try take(next)
    }

    private mutating func take(_ next: SecretIndex) throws(StorageError) {
      guard let pin = try folder.pin(Self.indexFile) else { throw .indexDamaged }
      (index, indexPin) = (next, pin)
    }

    mutating func step() -> UInt32 { UInt32(truncatingIfNeeded: random.next() & 0x7FFF_FFFF) }
  }
#endif
