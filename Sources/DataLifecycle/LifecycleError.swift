public import SecurityPolicy

/// Why data could not be kept, found, protected or erased. Numbers are the platform's own codes (`errno`).
@nonexhaustive
public enum LifecycleError: Error, Sendable, Hashable {
  /// The storage map puts this type of data elsewhere.
  case misplaced(StorageRule)
  /// The medium did not give the bytes back.
  case notReadable(Int32)
  /// The medium or its quota is full; what was there before still stands.
  case full
  /// The file is there, but the device is locked; it may be read later.
  case locked
  /// The system refused access.
  case denied(Int32)
  /// The file system cannot do it now.
  case unavailable(Int32)
  /// A link or a special file stands where a plain file or folder belongs.
  case notPlain
  /// A file or folder belongs to another user.
  case foreignOwner(UInt32)
  /// Group or others have rights on a folder or file that must be ours alone (`mode` as in `chmod`).
  case exposed(mode: UInt32)
  /// More bytes than allowed.
  case tooLarge(limit: Int)
  /// A name that would leave its folder, is empty, too long, or one of those that writing keeps for itself.
  case badName
  /// There is a file of this name already.
  case exists
  /// A file changed while it was read, or does not hold as many bytes as the file system says.
  case changing
  /// There is no file of this name.
  case absent
  /// Another process kept the folder for longer than a writer waits; nothing was changed.
  case busy
  /// A folder tree is deeper than we follow.
  case tooDeep(limit: Int)

  /// The file of preferences is not one that this module wrote.
  case preferencesDamaged
  /// The stored preference is not of its key's type.
  case unreadablePreference
  /// The value cannot be turned into bytes.
  case notEncodable

  /// A cache key must have 32 bytes.
  case keySize(Int)
  /// The crypto library refused to seal.
  case sealingFailed
  /// The key of a cache could not be kept, read or destroyed by its store (the store's code, 0 if it has none).
  case keyUnavailable(Int32)
  /// The key of a cache was altered, replaced by an older one or taken away: what it sealed cannot be opened any more.
  case keyDamaged

  /// These kinds of user data have neither a wipe target nor a reason why there are none.
  case unregistered([UserDataKind])
  /// These kinds have a wipe target and are declared absent too.
  case contradicting([UserDataKind])
  /// Two wipe targets have the same name.
  case duplicateTarget(WipeTargetName)
  /// A wipe target covers the folder in which the wipe's own journal lies.
  case journalErased
  /// The wipe journal was altered or cut.
  case journalDamaged
  /// The wipe journal was written by a newer version of the app. It is left alone.
  case journalNewer
  /// A wipe is not finished, or came between: this access to user data is over.
  case wipePending
  /// A wipe runs already.
  case wipeRunning

  /// The system reports another protection class than the one that was set; nil: none at all.
  case protectionDiffers(wanted: FileProtection, found: FileProtection?)
  /// The directory is still part of backups after it was excluded.
  case backupExclusionLost
  /// The system knows no such attribute.
  case attributeUnsupported
  /// The system has no container for an app group: the app's entitlement does not name it.
  case noGroupContainer
}

extension LifecycleError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .misplaced(let rule): "\(rule)"
    case .notReadable(let code): "a file could not be read (code \(code)); try again, then check the medium"
    case .full: "no space left; free some space and try again"
    case .locked: "the device is locked; unlock it and try again"
    case .denied(let code): "the system denied access to a file (code \(code)); check its owner and rights"
    case .unavailable(let code): "the file system cannot do it now (code \(code))"
    case .notPlain: "a link or special file stands in the place of a plain one; remove it"
    case .foreignOwner(let user): "a file or folder belongs to another user (uid \(user))"
    case .exposed(let mode):
      "others may access a private file or folder (mode \(String(mode, radix: 8))); set folders to 700, files to 600"
    case .tooLarge(let limit): "at most \(limit) bytes are accepted"
    case .badName:
      "a file name may not be empty, `.`, `..`, hold a slash, end in `.temporary` or have more than 245 bytes"
    case .exists: "there is a file of this name; choose another name, or say that it is to be replaced"
    case .changing: "a file changed while it was read; try again when nobody writes to it"
    case .absent: "there is no file of this name"
    case .busy: "a folder is in use by another process; try again"
    case .tooDeep(let limit): "a folder tree is deeper than \(limit) levels; remove it by hand"
    case .preferencesDamaged: "the file of preferences is damaged; delete it, the settings return to their defaults"
    case .unreadablePreference: "a stored preference is not of its key's type; write it anew"
    case .notEncodable: "the value cannot be turned into bytes"
    case .keySize(let count): "a cache key has 32 bytes, not \(count)"
    case .sealingFailed: "the value could not be sealed"
    case .keyUnavailable(let code): "the key of a cache is not available (code \(code)); try again"
    case .keyDamaged: "the key of a cache was altered or taken away; destroy it, and what it sealed with it"
    case .unregistered(let kinds):
      "no wipe target for \(Self.list(kinds)); register one each, or declare the kind absent with a reason"
    case .contradicting(let kinds): "declared absent but registered too: \(Self.list(kinds)); remove the declaration"
    case .duplicateTarget(let name): "two wipe targets are called \(name); give each its own name"
    case .journalErased: "a wipe target covers the folder of the wipe's journal; keep the two apart"
    case .journalDamaged: "the wipe journal is damaged; resume the wipe, it starts from the beginning"
    case .journalNewer: "the wipe journal was written by a newer version of the app; update the app"
    case .wipePending: "a wipe is not finished or came between; finish it, then open the stores anew"
    case .wipeRunning: "a wipe runs already; wait until it is done"
    case .protectionDiffers(let wanted, let found):
      "file protection \(wanted.rawValue) was set, but the system reports \(found?.rawValue ?? "none at all"); "
        + "check the file system and the app's entitlement"
    case .backupExclusionLost: "the directory is still part of backups; keep its data elsewhere"
    case .attributeUnsupported: "this file system keeps no such attribute"
    case .noGroupContainer:
      "the system has no container for an app group; name the group in the app's entitlement, or do not name it here"
    }
  }

  private static func list(_ kinds: [UserDataKind]) -> String { kinds.map(\.rawValue).joined(separator: ", ") }
}
