#if os(Linux) || os(Android)
  import Redaction
  import SecretStorage

  extension Vault {
    /// Takes over what other processes changed and finishes what a dead one began; needs the lock.
    ///
    /// A changed root key counts once it opens the index: an older or a foreign one changes nothing that is known here.
    ///
    /// - Throws: `StorageError.rootKeyMissing`, `.indexDamaged` and whatever reading the two files gives.
    mutating func refresh() throws(StorageError) {
      if try folder.stamp(of: Self.rootKeyFile) != rootPin.stamp {
        guard let file = try folder.secret(in: Self.rootKeyFile, limit: RootKeyFile.limit) else {
          throw .rootKeyMissing
        }
        let reopened = try keys.reopened(file.secret)
        let (read, pin) = try currentIndex(under: reopened.ring)
        (keys, rootPin, index, indexPin) = (reopened, file.pin, read, pin)
      } else if try folder.stamp(of: Self.indexFile) != indexPin.stamp {
        (index, indexPin) = try currentIndex(under: keys.ring)
      }
      try recover()
    }

    /// ``refresh()`` before this item is deleted: on a full medium its room may be what the end of an interrupted write
    /// lacks.
    ///
    /// - Throws: as ``refresh()``; `StorageError.full` when the room was not enough, or there was none.
    mutating func refresh(deleting name: SecretName) throws(StorageError) {
      do throws(StorageError) { try refresh() } catch {
        guard error == .full, try folder.remove(name.text + Self.suffix) else { throw error }
        try refresh()
      }
    }

    /// The index in the folder, if it is no older than the known one: whatever another process wrote, it counted on.
    private borrowing func currentIndex(
      under ring: SealingKeyring
    ) throws(StorageError) -> (index: SecretIndex, pin: FilePin) {
      let read = try Self.readIndex(in: folder, ring)
      guard read.index.generation >= index.generation else { throw .indexDamaged }  // O.Data_2#42
      return read
    }

    /// Finishes or takes back an interrupted change; needs the lock and a current index.
    ///
    /// Whether the item of a write had taken its place may be impossible to tell: the write is finished then, and
    /// ``keepDoubt(of:until:)`` lets the older item stand as well. So one item that is out of reach stops no other.
    mutating func recover() throws(StorageError) {
      let temporary = PrivateFolder.temporary(Self.indexFile)
      if try folder.stamp(of: temporary) != nil {
        if let next = try prepared(temporary), next.parent == index.generation, case .wrote(let name) = next.last,
          try isInPlace(name, next)
        {
          try adopt(next)
        } else {
          folder.discard(Self.indexFile)
        }
      }
      if case .deleted(let name) = index.last, index.items[name] == nil {
        let file = name.text + Self.suffix
        // What cannot be removed now is refused at reading; the other items must not suffer for it.
        if try folder.stamp(of: file) != nil { _ = try? folder.remove(file) }
      }
    }

    /// ``recover()``, which a full medium may lack the room for: what it needs stays then.
    ///
    /// - Returns: the generation of the prepared index that waits for room; nil when nothing does.
    mutating func recoverAsRoomAllows() throws(StorageError) -> UInt64? {
      do throws(StorageError) {
        try recover()
        return nil
      } catch {
        guard error == .full, let next = try prepared(PrivateFolder.temporary(Self.indexFile)),
          next.parent == index.generation
        else { throw error }
        return next.generation
      }
    }

    /// Whether the write that prepared this index put its item in place, or may have.
    private mutating func isInPlace(_ name: SecretName, _ next: SecretIndex) throws(StorageError) -> Bool {
      do throws(StorageError) { return try holds(name, in: next.generation) } catch {
        // Locked is the whole folder, and not for ever.
        if error == .locked { throw error }
        try keepDoubt(of: name, until: next)
        return true
      }
    }

    /// Puts the prepared index in place. One that others may read or that has a second name is written anew, as the store's
    /// own file: under another name and straight into its place, because until then the prepared one is the only proof of
    /// its item.
    ///
    /// - Throws: what else keeps it from being looked at, or a copy from being written; the prepared index stays then.
    private mutating func adopt(_ next: SecretIndex) throws(StorageError) {
      do throws(StorageError) {
        _ = try folder.pin(PrivateFolder.temporary(Self.indexFile))
      } catch {
        switch error {
        case .exposed, .foreignOwner, .notPlain: return try commitCopy(of: next)
        default: throw error
        }
      }
      try commit(next)
    }

    /// The index that a write prepared; nil when it is not whole. What could not be read may be whole: nobody throws it away.
    private borrowing func prepared(_ file: String) throws(StorageError) -> SecretIndex? {
      do throws(StorageError) { return try Self.readIndex(in: folder, file: file, ours: false, keys.ring).index } catch
      {
        if error.isUnread { throw error }
        return nil
      }
    }

    /// Puts items in place that a power failure left prepared beside the index that names them; needs the lock.
    ///
    /// - Returns: the files of those that wait, because they cannot be read or cannot take their place now.
    borrowing func finishWrites() throws(StorageError) -> Set<String> {
      var waiting: Set<String> = []
      for name in try Self.itemNames(in: folder, suffix: PrivateFolder.temporary(Self.suffix)) {
        do throws(StorageError) { try finishWrite(of: name) } catch {
          waiting.insert(PrivateFolder.temporary(name.text + Self.suffix))
        }
      }
      return waiting
    }

    /// Puts the item in place that waits for it, if one does; whoever prepares another one under its name asks for this
    /// first. Needs the lock and a current index.
    ///
    /// - Throws: what keeps it from being read or from its place; it waits on then.
    borrowing func finishWrite(of name: SecretName) throws(StorageError) {
      let file = name.text + Self.suffix
      guard let generation = index.items[name],
        try holds(name, in: generation, file: PrivateFolder.temporary(file))
      else { return }
      // What is there already may be under a newer root key.
      if (try? holds(name, in: generation)) == true { return }
      try folder.rename(file, keeping: true)
      try folder.synchronize()
    }

    /// True when the item of this generation is whole and in its place, or in this file, whoever owns the file or may read
    /// it: to give it out takes more.
    ///
    /// - Throws: what keeps the file from being read: then nobody can tell.
    borrowing func holds(
      _ name: SecretName, in generation: UInt64, file: String? = nil
    ) throws(StorageError) -> Bool {
      do throws(StorageError) {
        guard let bytes = try folder.sealedContents(of: file ?? name.text + Self.suffix, limit: Self.itemLimit) else {
          return false
        }
        let item = try SealedItem(parsing: bytes, as: name)
        guard item.generation == generation else { return false }
        _ = try keys.ring.open(item, as: name, for: .secretFile)
        return true
      } catch {
        if error == .notPlain || error.isUnread { throw error }
        return false
      }
    }

    /// - Throws: `StorageError.indexDamaged` when it is missing or altered; `.notPlain`, `.exposed`, `.foreignOwner`;
    ///   `.newerVersion`.
    static func readIndex(
      in folder: borrowing PrivateFolder, file: String = Self.indexFile, ours: Bool = true, _ ring: SealingKeyring
    ) throws(StorageError) -> (index: SecretIndex, pin: FilePin) {
      guard let file = try folder.pinned(file, limit: SecretIndex.limit + SealedItem.overhead, ours: ours) else {
        throw .indexDamaged
      }
      let plain: Secret
      let generation: UInt64
      do throws(StorageError) {
        let item = try SealedItem(parsing: file.bytes, as: indexName, limit: SecretIndex.limit)
        plain = try ring.open(item, as: indexName, for: indexPurpose)
        generation = item.generation
      } catch {
        if case .newerVersion = error { throw error }
        throw .indexDamaged
      }
      let index = try plain.withExposedBytes { bytes throws(StorageError) in
        do throws(SecretIndex.Flaw) {
          return try SecretIndex(parsing: bytes)
        } catch {
          switch error {
          case .damaged: throw .indexDamaged
          case .newerVersion: throw .newerVersion(indexName)
          }
        }
      }
      guard index.generation == generation else { throw .indexDamaged }
      return (index, file.pin)
    }

    /// The names whose files lie in the folder.
    static func itemNames(
      in folder: borrowing PrivateFolder, suffix: String = Self.suffix
    ) throws(StorageError) -> [SecretName] {
      try folder.fileNames().compactMap { file in
        file.hasSuffix(suffix) ? SecretName(String(file.dropLast(suffix.count))) : nil
      }
    }
  }
#endif
