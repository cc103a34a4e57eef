/// The `OSStatus` of a keychain call, and what it means for the item that was asked for.
///
/// The one that costs users their session is -25308: before the first unlock (a prewarmed app) and on a locked device
/// it says "not now", and it also says "the owner must be asked" for an item with access control. It never says that
/// the item is missing.
///
/// Source: Apple, "Security framework result codes"; `SecBase.h`.
public struct KeychainStatus: Sendable, Hashable {
  /// What a caller does next.
  public enum Meaning: Sendable, Hashable {
    case done
    /// No such item.
    case absent
    /// Somebody else added the item first: update it.
    case duplicate
    /// -25308 to a query that allowed no prompt: the device is locked, or the item wants its owner. Reading a probe
    /// item that wants nobody tells which: see ``KeychainStatus/resolved(deviceIsLocked:)``.
    case lockedOrOwnerNeeded
    case failed(StorageError)
  }

  public static let success = KeychainStatus(0)
  public static let unimplemented = KeychainStatus(-4)
  public static let diskFull = KeychainStatus(-34)
  public static let inputOutput = KeychainStatus(-36)
  public static let parameter = KeychainStatus(-50)
  public static let writePermission = KeychainStatus(-61)
  public static let allocate = KeychainStatus(-108)
  public static let userCancelled = KeychainStatus(-128)
  public static let notAvailable = KeychainStatus(-25291)
  public static let readOnly = KeychainStatus(-25292)
  public static let authenticationFailed = KeychainStatus(-25293)
  public static let duplicateItem = KeychainStatus(-25299)
  public static let itemNotFound = KeychainStatus(-25300)
  public static let dataTooLarge = KeychainStatus(-25302)
  public static let interactionNotAllowed = KeychainStatus(-25308)
  public static let interactionRequired = KeychainStatus(-25315)
  public static let noAccessForItem = KeychainStatus(-25243)
  public static let decode = KeychainStatus(-26275)
  public static let missingEntitlement = KeychainStatus(-34018)

  /// The system's number.
  public let code: Int32

  public init(_ code: Int32) { self.code = code }

  /// What the status says as the answer to `query`.
  public func meaning(of query: KeychainQuery) -> Meaning {
    switch self {
    case .success: .done
    case .itemNotFound: .absent
    case .duplicateItem: .duplicate
    case .interactionNotAllowed: interactionMeaning(query)
    default: .failed(error)
    }
  }

  /// What ``Meaning/lockedOrOwnerNeeded`` turns out to be. An unknown lock state counts as locked: the caller then
  /// waits, and loses nothing.
  public func resolved(deviceIsLocked: Bool?) -> StorageError {
    deviceIsLocked == false ? .interactionNotAllowed(code) : .locked
  }

  /// Whether a failed write of an item that needs a device passcode may just mean that there is none: Apple has
  /// answered this with different codes over the years.
  public var mayMeanNoPasscode: Bool {
    [.notAvailable, .authenticationFailed, .decode].contains(self)
  }

  private func interactionMeaning(_ query: KeychainQuery) -> Meaning {
    switch query.operation {
    // A new item asks nobody, and neither does removing one: only the lock state is left.
    case .add, .delete: .failed(.locked)  // O.Resi_10#100
    // A list returns nothing that is protected. That the system never asks for it either is not documented.
    case .read, .update, .list: query.prompt == .bound ? .failed(.locked) : .lockedOrOwnerNeeded
    }
  }

  /// The status as an error, for calls that have no query: -25308 counts as locked, and a status without an error of its
  /// own as the keychain being unavailable.
  public var error: StorageError {
    switch self {
    case .interactionNotAllowed: .locked
    case .authenticationFailed: .authenticationFailed(code)
    case .userCancelled: .cancelled(code)
    case .interactionRequired: .interactionNotAllowed(code)
    case .missingEntitlement: .entitlementMissing(code)
    case .diskFull: .full
    case .dataTooLarge: .tooLarge(limit: SealedItem.secretLimit)
    case .readOnly, .writePermission, .noAccessForItem: .denied(code)
    case .inputOutput, .decode: .notReadable(code)
    // notAvailable, parameter, allocate, unimplemented, and every code that Apple adds
    default: .unavailable(code)
    }
  }
}
