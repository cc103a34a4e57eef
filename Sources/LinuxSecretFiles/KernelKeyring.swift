#if os(Linux)
  import CKernelKeyring
  import Redaction
  import SecretStorage

  /// A place in the kernel's memory that keeps a wrapping key while the machine runs, so that the passphrase need not
  /// be asked at every start. Only a cache: it is empty after a reboot and after ``lifetime``.
  ///
  /// - Protects against: whoever reads the disk or its backup; the kernel never writes the key out.
  /// - Does not protect against: root, and this user's other programs, which may read the same keyring.
  ///
  /// Android's sandbox does not allow these calls, so this type is not there.
  /// Source: keyrings(7), user-keyring(7), keyctl(2).
  public struct KernelKeyring: Sendable, Hashable {
    /// Whose keyring it is.
    public enum Scope: Sendable, Hashable {
      /// This process and its children.
      case process
      /// All processes of this login session.
      case session
      /// All processes of this user.
      case user
    }

    public let scope: Scope
    /// After so many seconds the kernel forgets the key.
    public let lifetime: UInt32

    /// - Parameter lifetime: seconds, at least 1.
    public init(_ scope: Scope = .session, lifetime: UInt32 = 8 * 3600) {
      self.scope = scope
      self.lifetime = max(lifetime, 1)
    }

    /// - Throws: `StorageError.unavailable` when the kernel does not allow it.
    func keep(_ key: UnsafeRawBufferPointer, as label: String) throws(StorageError) {
      let serial = mantlet_keyring_add(label, key.baseAddress, key.count, number)
      guard serial > 0 else { throw .unavailable(Int32(truncatingIfNeeded: -serial)) }
      let id = Int32(truncatingIfNeeded: serial)
      var result = mantlet_keyring_set_timeout(id, lifetime)
      // Possessor: view, read, write, search, setattr. In the user's keyring also the user: view, read, search.
      if result >= 0 { result = mantlet_keyring_set_permissions(id, scope == .user ? 0x2F0B_0000 : 0x2F00_0000) }
      guard result >= 0 else {
        // A key that would stay for ever, or that others may read, is worse than none.
        _ = mantlet_keyring_unlink(id, number)
        throw .unavailable(Int32(truncatingIfNeeded: -result))
      }
    }

    /// - Throws: `StorageError.interactionNotAllowed` when the kernel has no such key, or does not give it.
    func read(_ label: String) throws(StorageError) -> SealingKey {
      let serial = mantlet_keyring_search(number, label)
      guard serial > 0 else { throw .interactionNotAllowed(Int32(truncatingIfNeeded: -serial)) }
      return try SealingKey(
        Secret(count: SealingKey.byteCount) { buffer throws(StorageError) in
          let count = mantlet_keyring_read(Int32(truncatingIfNeeded: serial), buffer.baseAddress, buffer.count)
          guard count == buffer.count else {
            throw .interactionNotAllowed(count < 0 ? Int32(truncatingIfNeeded: -count) : 0)
          }
        })
    }

    /// The kernel's own numbers for the special keyrings.
    private var number: Int32 {
      switch scope {
      case .process: -2
      case .session: -3
      case .user: -4
      }
    }
  }
#endif
