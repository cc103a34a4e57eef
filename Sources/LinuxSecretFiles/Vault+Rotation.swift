#if os(Linux) || os(Android)
  import SecretStorage

  extension Vault {
    /// Puts a new root key before the old one; needs the lock and a ``refresh()``.
    mutating func beginRotation() throws(StorageError) {
      try replaceKeys(keys.with(keys.ring.rotated(to: SealingKey(RootKeys.fresh(using: &random)))))
    }

    /// Moves every item to the current root key, then the index, and forgets the older keys; needs the lock and a
    /// ``refresh()``. Cut off anywhere, it can begin again.
    ///
    /// - Throws: what reading an item gives that is neither altered nor an older one; its key must stay.
    mutating func finishRotation() throws(StorageError) {
      for name in index.items.keys.sorted() { try reseal(name) }
      try commit(prepared: index.following(.none, step: step()))
      var ring = keys.ring
      for id in ring.ids.dropFirst() { ring = ring.retiring(id) }
      try replaceKeys(keys.with(ring))
    }

    /// Moves one item to the current root key; needs the lock and a ``refresh()``.
    ///
    /// - Throws: also what keeps an item that waits for its place from it: its key must stay.
    mutating func reseal(_ name: SecretName) throws(StorageError) {
      try finishWrite(of: name)
      if try !doubt(of: name).isEmpty {
        do throws(StorageError) { return try endDoubt(of: name) } catch {
          switch error {
          case .corrupted, .wrongKey, .rolledBack, .removed: return
          default: throw error
          }
        }
      }
      let file = name.text + Self.suffix
      guard let bytes = try folder.contents(of: file, limit: Self.itemLimit), let moved = try moved(bytes, name) else {
        return
      }
      try folder.replace(file, with: moved.bytes)
    }

    /// The item under the current root key; nil when it is there already, or lost: no key brings that back.
    private mutating func moved(_ bytes: [UInt8], _ name: SecretName) throws(StorageError) -> SealedItem? {
      let result: Result<SealedItem?, StorageError> = Result { () throws(StorageError) in
        let item = try SealedItem(parsing: bytes, as: name)
        guard keys.ring.needsRotation(item), item.generation == index.items[name] else { return nil }
        return try keys.ring.resealed(item, as: name, for: .secretFile, using: &random)
      }
      switch result {
      case .failure(.corrupted), .failure(.wrongKey): return nil
      default: return try result.get()
      }
    }

    /// Seals the same root keys in another way; needs the lock and a ``refresh()``.
    mutating func replaceKeys(_ new: RootKeys) throws(StorageError) {
      try Self.put(new, in: folder, using: &random)
      guard let pin = try folder.pin(Self.rootKeyFile) else { throw .rootKeyMissing }
      (keys, rootPin) = (new, pin)
    }
  }
#endif
