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
  /// A secret of this name exists already.
  case duplicate(SecretName)
  /// The owner did not prove who they are: wrong passcode, unknown face, too many attempts.
  case authenticationFailed(Int32)
  /// The owner dismissed the prompt; nothing is lost.
  case cancelled(Int32)
  /// Reading needs the owner, and the caller allowed no prompt.
  case interactionNotAllowed(Int32)
  /// The device has no passcode, so the requirement cannot be met.
  case passcodeNotSet(Int32)
  /// The app is not signed with the entitlement that the store needs.
  case entitlementMissing(Int32)
  /// An older item was put back in the place of a newer one.
  case rolledBack(SecretName)
  /// The store knows this item, but somebody took it away.
  case removed(SecretName)
  /// The store's index is missing, altered or older than the items.
  case indexDamaged
  /// The store was in use by another process for longer than a writer waits.
  case busy
  /// A wipe is not finished or came between: this access to the store is over.
  case wipePending
  /// A name that the library keeps for itself.
  case reserved(SecretName)
  /// The storage map puts this type of data elsewhere.
  case misplaced(StorageRule)
  /// The stored bytes are whole, but not a value of the type that was asked for.
  case unreadableValue(SecretName)
  /// What was moved from an old store does not read back the same; the old item stands.
  case migrationMismatch(SecretName)
  /// An older library's place is the store's own, or its item is one of the store's: moving or erasing it would take
  /// the store's only copy.
  case ownPlace
  /// The passphrase does not open the root key.
  case passphraseWrong
  /// An empty passphrase protects nothing.
  case passphraseEmpty
  /// The TPM answered with this code (`TPM2_RC`), or is not there (0).
  case hardwareUnavailable(UInt32)
  /// The root key is protected in another way than the one given: key file, passphrase or TPM.
  case rootKeyProtectedOtherwise
  /// A sealing key must have 32 bytes.
  case keySize(Int)
  /// The policy's rules speak against this PIN; nothing was changed.
  case pinRefused(PINWeakness)
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
    case .duplicate(let name): "\(name): a secret of this name exists already"
    case .authenticationFailed(let code): "the owner could not be authenticated (code \(code)); try again"
    case .cancelled(let code): "the prompt was dismissed (code \(code)); ask again when the owner wants to"
    case .interactionNotAllowed(let code):
      "the secret needs its owner, and no prompt was allowed (code \(code)); read it from a screen that may ask"
    case .passcodeNotSet(let code): "the device has no passcode (code \(code)); set one and enrol again"
    case .entitlementMissing(let code):
      "the app may not use the Keychain (code \(code)); sign it with keychain-access-groups or application-identifier"
    case .rolledBack(let name): "\(name): an older item was put in its place; delete it and create the secret anew"
    case .removed(let name): "\(name): the item was removed from outside; delete it and create the secret anew"
    case .indexDamaged: "the store's index is missing, altered or outdated; restore it, or delete the whole store"
    case .busy: "the secret store is in use by another process; try again"
    case .wipePending: "a wipe is not finished or came between; finish it, then open the store anew"
    case .reserved(let name): "\(name): this name belongs to the library; choose another one"
    case .misplaced(let rule): "\(rule)"
    case .unreadableValue(let name): "\(name): the stored value is not of the expected form; write it anew"
    case .migrationMismatch(let name): "\(name): the moved value does not read back the same; the old one stands"
    case .ownPlace:
      "the place of the older library is the secret store's own; nothing there was touched, name another service"
    case .passphraseWrong: "the passphrase does not open the root key"
    case .passphraseEmpty: "an empty passphrase protects nothing; choose another one"
    case .hardwareUnavailable(let code): "the TPM cannot be used (code 0x\(String(code, radix: 16)))"
    case .rootKeyProtectedOtherwise: "the root key is protected in another way; open the store the way it was made"
    case .keySize(let count): "a sealing key has 32 bytes, not \(count)"
    case .pinRefused(let weakness): "\(weakness)"
    case .sealingFailed: "the secret could not be sealed"
    }
  }
}
