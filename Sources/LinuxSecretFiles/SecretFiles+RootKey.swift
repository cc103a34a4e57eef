#if os(Linux) || os(Android)
  public import SecretStorage

  extension SecretFiles {
    /// Seals everything under a new root key and forgets the old one. The store stays in use meanwhile, also by other
    /// processes. Cut off anywhere, it goes on at the next opening or call.
    ///
    /// Items that were altered or replaced are left as they are; they answer `StorageError.wrongKey` from then on.
    ///
    /// - Throws: `StorageError.full`, `.exposed` … when an item cannot be moved now: both keys stay valid then.
    public func rotateRootKey() async throws(StorageError) {
      try await locked { vault throws(StorageError) in
        // One that was cut off comes first: there is never more than one older key.
        if vault.keys.ring.ids.count > 1 { try vault.finishRotation() }
        try vault.beginRotation()
      }
      // One item at a time, so that others get their turn in between.
      for name in vault.index.items.keys.sorted() {
        try await locked { vault throws(StorageError) in
          if vault.keys.ring.ids.count > 1 { try vault.reseal(name) }
        }
        await Task.yield()
      }
      try await locked { vault throws(StorageError) in
        if vault.keys.ring.ids.count > 1 { try vault.finishRotation() }
      }
    }

    /// How many older root keys the store still keeps: one in the middle of ``rotateRootKey()``, none after it. Whether the
    /// present one is new nobody can read off it.
    ///
    /// - Throws: `StorageError.busy`, `.indexDamaged`, `.rootKeyMissing`, and whatever the system refuses.
    public func olderRootKeyCount() async throws(StorageError) -> Int {
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      return vault.keys.ring.ids.count - 1
    }

    /// Protects the same root key in another way, whole or not at all. Stores that are open elsewhere must be opened
    /// anew. A copy of the old file opens the old way still: call ``rotateRootKey()`` afterwards if one may exist.
    ///
    /// - Throws: `StorageError.passphraseEmpty`, `.rootKeyProtectedOtherwise` for `.cached`, `.hardwareUnavailable`,
    ///   `.full` …
    public func changeProtection(to protection: RootKeyProtection) async throws(StorageError) {
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      try vault.replaceKeys(RootKeys(vault.keys.ring, protectedBy: protection, using: &vault.random))
    }

    #if os(Linux)
      /// Leaves the wrapping key with the kernel, for ``RootKeyProtection/cached(_:)``. Does nothing for a key file.
      ///
      /// - Throws: `StorageError.unavailable` when the kernel does not allow it.
      public func keepUnlocked(in keyring: KernelKeyring) throws(StorageError) {
        try vault.keys.keep(in: keyring)
      }
    #endif

    private func locked(_ body: (inout Vault) throws(StorageError) -> Void) async throws(StorageError) {
      let lock = try await lock()
      defer { lock.release() }
      try vault.refresh()
      try body(&vault)
    }
  }
#endif
