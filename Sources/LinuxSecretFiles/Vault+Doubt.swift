#if os(Linux) || os(Android)
  import Redaction
  import SecretStorage

  /// Items of which nobody could tell, when an interrupted write was finished, whether the new one had taken its place.
  ///
  /// A file `NAME.doubt` says, sealed, which older generations may stand for the one that the index names, the newest
  /// first: with that one generation only, so that putting the file back later, after the item was written anew or
  /// deleted, says nothing. There are several when a write was cut off while the one before it was in doubt. The item gets a
  /// new generation, which ends the doubt, when it is next written, or can be read again at an opening or in a rotation.
  /// Until then they cannot be told apart: none of these writes was ever answered for but the oldest.
  ///
  /// The seal alone proves such a file: it holds no secret, so others may own or read it. One that cannot be read is kept,
  /// and says neither that there is a doubt nor that there is none.
  extension Vault {
    static let doubtSuffix = ".doubt"
    private static let doubtPurpose = SealingPurpose("secret-doubt")
    private static let numberBytes = 8
    /// The most generations in doubt. Of more, the oldest and the newest ones are kept: an item between them that turns up
    /// again is `rolledBack`, though it was never answered for.
    private static let doubtLimit = 64

    /// Lets the item of the known index, and those in doubt beside it, stand beside that of the next one; needs the lock.
    /// For an item that the known index does not name there is nothing to lose.
    ///
    /// - Throws: what keeps an earlier doubt from being read, and the new one from being written.
    mutating func keepDoubt(of name: SecretName, until next: SecretIndex) throws(StorageError) {
      guard let old = index.items[name], let new = next.items[name] else { return }
      var older = try [old] + doubt(of: name)
      if older.count > Self.doubtLimit { older.removeSubrange(Self.doubtLimit - 1..<older.count - 1) }
      let bytes = older.flatMap { number in
        (0..<Self.numberBytes).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
      }
      let sealed = try keys.ring.seal(
        Secret(copying: bytes), as: name, for: Self.doubtPurpose, generation: new, using: &random)
      try folder.replace(name.text + Self.doubtSuffix, with: sealed.bytes)
    }

    /// The generations that may stand for the one in the index, the newest first; none without a doubt.
    ///
    /// A note that was written for a next index, which then did not come about, still has the doubts before it.
    ///
    /// - Throws: what keeps the note from being read; `StorageError.newerVersion`.
    borrowing func doubt(of name: SecretName) throws(StorageError) -> [UInt64] {
      let limit = Self.numberBytes * Self.doubtLimit + SealedItem.overhead
      guard let expected = index.items[name],
        let bytes = try folder.sealedContents(of: name.text + Self.doubtSuffix, limit: limit)
      else { return [] }
      let plain: Secret
      let newest: UInt64
      do throws(StorageError) {
        let item = try SealedItem(parsing: bytes, as: name)
        plain = try keys.ring.open(item, as: name, for: Self.doubtPurpose)
        newest = item.generation
      } catch {
        switch error {
        // Read, and nobody's word.
        case .corrupted, .wrongKey: return []
        default: throw error
        }
      }
      let older = plain.withExposedBytes { bytes in
        stride(from: 0, to: bytes.count, by: Self.numberBytes).map { start in
          bytes[start..<min(start + Self.numberBytes, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
      }
      return Array(([newest] + older).drop { $0 != expected }.dropFirst())
    }

    /// Writes what stands there anew, which ends the doubt; needs the lock and a ``refresh()``.
    ///
    /// - Throws: what reading the note or the item gives, and writing it; the doubt stays then.
    mutating func endDoubt(of name: SecretName) throws(StorageError) {
      if try doubt(of: name).isEmpty { return forgetDoubt(of: name) }
      guard let secret = try read(name) else { return }
      try write(secret, as: name)
    }

    /// Its word counts no more; the file is only in the way.
    borrowing func forgetDoubt(of name: SecretName) { _ = try? folder.remove(name.text + Self.doubtSuffix) }
  }
#endif
