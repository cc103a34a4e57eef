/// Which class an item belongs to and what must be shown before its key is used.
public final class SecAccessControl {
  let protection: String
  let flags: SecAccessControlCreateFlags

  init(protection: String, flags: SecAccessControlCreateFlags) {
    self.protection = protection
    self.flags = flags
  }
}

/// The flags with Apple's numbers (Scripts/check-apple-symbols compares them). Left out: `or`, `and`, companion devices,
/// application password.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
  public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
  public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
  public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
  public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
}

/// Follows Apple: an unknown protection class is `errSecParam`; two constraints without `and`/`or` are refused too.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  let constraints: [SecAccessControlCreateFlags] = [.userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode]
  guard let protection = protection as? String, ProtectionClass(protection) != nil,
    constraints.filter(flags.contains).count <= 1
  else {
    CFError.report(.status(errSecParam), to: error)
    return nil
  }
  return SecAccessControl(protection: protection, flags: flags)
}

/// When the key of an item is at hand.
struct ProtectionClass {
  enum Moment { case always, unlocked, unlockedWithPasscode }
  let moment: Moment
  let staysOnDevice: Bool

  init?(_ name: String) {
    switch name {
    case kSecAttrAccessibleAfterFirstUnlock: (moment, staysOnDevice) = (.always, false)
    case kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: (moment, staysOnDevice) = (.always, true)
    case kSecAttrAccessibleWhenUnlocked: (moment, staysOnDevice) = (.unlocked, false)
    case kSecAttrAccessibleWhenUnlockedThisDeviceOnly: (moment, staysOnDevice) = (.unlocked, true)
    case kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: (moment, staysOnDevice) = (.unlockedWithPasscode, true)
    default: return nil
    }
  }
}
