#if os(Linux) || os(Android)
  import Redaction
  import SecretStorage

  /// Items of which nobody could tell, when an interrupted write was finished, whether the new one had taken its place.
  ///
  /// A file `NAME.doubt` says, sealed, which older generation may stand for the one that the index names: with that one
  /// generation only, so that putting the file back later, after the item was written anew or deleted, says nothing. The
  /// item gets a new generation, which ends the doubt, when it is next written, or can be read again at an opening or in
  /// a rotation. Until then the two cannot be told apart: neither write was ever answered for as the later one.
  extension Vault {
    static let doubtSuffix = ".doubt"
    private static let doubtPurpose = SealingPurpose("secret-doubt")
    private static let doubtBytes = 8

    /// Lets the item of the known index stand beside that of the next one; needs the lock. For an item that the known
    /// index does not name there is nothing to lose.
    mutating func keepDoubt(of name: SecretName, until next: SecretIndex) throws(StorageError) {
      guard let old = index.items[name], let new = next.items[name] else { return }
      let plain = Secret(count: Self.doubtBytes) { bytes in
        for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: old >> (8 * UInt64(place))) }
      }
      let sealed = try keys.ring.seal(plain, as: name, for: Self.doubtPurpose, generation: new, using: &random)
      try folder.replace(name.text + Self.doubtSuffix, with: sealed.bytes)
    }

    /// The generation that may stand for the one in the index; nil without a doubt.
    borrowing func doubt(of name: SecretName) -> UInt64? {
      let limit = Self.doubtBytes + SealedItem.overhead
      guard let expected = index.items[name],
        let bytes = try? folder.contents(of: name.text + Self.doubtSuffix, limit: limit),
        let item = try? SealedItem(parsing: bytes, as: name), item.generation == expected,
        let plain = try? keys.ring.open(item, as: name, for: Self.doubtPurpose), plain.count == Self.doubtBytes
      else { return nil }
      return plain.withExposedBytes { bytes in bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// Writes what stands there anew, which ends the doubt; needs the lock and a ``refresh()``.
    ///
    /// - Throws: what reading the item gives, and writing it; the doubt stays then.
    mutating func endDoubt(of name: SecretName) throws(StorageError) {
      guard doubt(of: name) != nil else { return forgetDoubt(of: name) }
      guard let secret = try read(name) else { return }
      try write(secret, as: name)
    }

    /// Its word counts no more; the file is only in the way.
    borrowing func forgetDoubt(of name: SecretName) { _ = try? folder.remove(name.text + Self.doubtSuffix) }
  }
#endif
