import SecurityPolicy

/// Why a secret could not be kept or given back. Numbers are the platform's own codes (`errno` on Linux, `OSStatus`
/// on Apple systems).
@nonexhaustive
public enum StorageError: Error, Sendable, Hashable {
  /// The medium did not give the bytes back.
  case notReadable(Int32)
  /// The secret is there, but the device is locked; it may be read later.
  case locked
  /// The stored bytes are not what was sealed under this name: edited, swapped, renamed or cut.
  case corrupted(SecretName)
  /// Sealed by a newer format than this build knows. The bytes are left alone.
  case newerVersion(SecretName)
  /// Sealed under a key that is not the one given.
  case wrongKey(SecretName)
  /// The medium or its quota is full; the old value stands.
  case full
  /// The system refused access.
  case denied(Int32)
  /// The store cannot work now.
  case unavailable(Int32)
  /// More bytes than a secret may have.
  case tooLarge(limit: Int)
  /// This store cannot enforce the requirement, so it does not accept it.
  case unenforceable(AccessRequirement)
  /// Group or others have rights on the store's folder or one of its files (`mode` as in `chmod`).
  case exposed(mode: UInt32)
  /// The store's folder or one of its files belongs to another user.
  case foreignOwner(UInt32)
  /// A link or a special file stands where a plain file or folder belongs.
  case notPlain
  /// There are sealed items, but their root key is gone: they cannot be opened any more.
  case rootKeyMissing
  /// The root key has the wrong length.
  case rootKeyDamaged
  /// A sealing key must have 32 bytes.
  case keySize(Int)
  /// The crypto library refused to seal.
  case sealingFailed
}

extension StorageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notReadable(let code): "the secret store could not be read (code \(code)); try again, then check the medium"
    case .locked: "the device is locked; unlock it and try again"
    case .corrupted(let name): "\(name): the stored item was altered or damaged; delete it and create the secret anew"
    case .newerVersion(let name): "\(name): written by a newer version of the app; update the app"
    case .wrongKey(let name): "\(name): sealed under another key; restore the key that belongs to this store"
    case .full: "no space left to store the secret; free some space and try again"
    case .denied(let code): "the system denied access to the secret store (code \(code)); check its owner and rights"
    case .unavailable(let code): "the secret store is not available (code \(code))"
    case .tooLarge(let limit): "a secret has at most \(limit) bytes"
    case .unenforceable(let access):
      "this store cannot enforce \(access.accessibility.rawValue) with presence \(access.presence.rawValue); "
        + "choose another requirement or another store"
    case .exposed(let mode):
      "others may access the secret store (mode \(String(mode, radix: 8))); set folders to 700 and files to 600"
    case .foreignOwner(let user): "the secret store belongs to another user (uid \(user))"
    case .notPlain: "a link or special file stands in the place of the secret store"
    case .rootKeyMissing: "the root key is missing; restore it, or delete the sealed items and start anew"
    case .rootKeyDamaged: "the root key is damaged; restore it, or delete the whole store and start anew"
    case .keySize(let count): "a sealing key has 32 bytes, not \(count)"
    case .sealingFailed: "the secret could not be sealed"
    }
  }
}
