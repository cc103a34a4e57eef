import Foundation
import LocalAuthentication
import Security
import SecretStorage
import SecurityPolicy

/// Translates a query into the dictionary that the keychain's functions take. Knows the names, decides nothing.
struct KeychainDictionary {
  /// What stands where the query says `context`.
  let context: LAContext

  /// - Parameter account: stands in the place of the query's own, as the keychain told it.
  func make(
    _ attributes: [KeychainAttribute: KeychainValue], secret: Data? = nil, account: Any? = nil
  ) throws(StorageError) -> CFDictionary {
    var dictionary: [String: Any] = [:]
    for (attribute, value) in attributes {
      switch value {
      case .genericPassword: dictionary[attribute.key] = kSecClassGenericPassword
      case .text(let text): dictionary[attribute.key] = text
      case .flag(let flag): dictionary[attribute.key] = flag
      case .accessibility(let accessibility): dictionary[attribute.key] = accessibility.keychainName
      case .accessControl(let access): dictionary[attribute.key] = try access.control()
      case .context: dictionary[attribute.key] = context
      case .either: dictionary[attribute.key] = kSecAttrSynchronizableAny
      case .one: dictionary[attribute.key] = kSecMatchLimitOne
      case .all: dictionary[attribute.key] = kSecMatchLimitAll
      case .secret: dictionary[attribute.key] = secret
      }
    }
    if let account { dictionary[kSecAttrAccount as String] = account }
    return dictionary as CFDictionary
  }
}

extension KeychainAttribute {
  fileprivate var key: String {
    switch self {
    case .itemClass: kSecClass as String
    case .service: kSecAttrService as String
    case .account: kSecAttrAccount as String
    case .accessGroup: kSecAttrAccessGroup as String
    case .accessible: kSecAttrAccessible as String
    case .accessControl: kSecAttrAccessControl as String
    case .synchronizable: kSecAttrSynchronizable as String
    case .dataProtectionKeychain: kSecUseDataProtectionKeychain as String
    case .authenticationContext: kSecUseAuthenticationContext as String
    case .matchLimit: kSecMatchLimit as String
    case .returnData: kSecReturnData as String
    case .returnAttributes: kSecReturnAttributes as String
    case .valueData: kSecValueData as String
    }
  }
}

extension StorageRequirement.Accessibility {
  var keychainName: CFString {
    switch self {
    case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    case .insecureMigratingWhenUnlocked: kSecAttrAccessibleWhenUnlocked
    case .insecureMigratingAfterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
    }
  }
}

extension AccessRequirement {
  /// The system's form of the requirement; `extra` for keys, which have to name what they are used for.
  func control(_ extra: SecAccessControlCreateFlags = []) throws(StorageError) -> SecAccessControl {
    var flags = extra
    switch presence {
    case .notAsked: break
    case .owner: flags.insert(.userPresence)
    // A set that changes takes the secret with it: a finger added later opens nothing. // MASVS-AUTH-2#101
    case .currentBiometry: flags.insert(.biometryCurrentSet)
    case .passcode: flags.insert(.devicePasscode)
    }
    // mantlet:allow biometric-access-control: the caller chooses who is asked; presence .owner asks for the passcode.
    guard let control = SecAccessControlCreateWithFlags(nil, accessibility.keychainName, flags, nil) else {
      throw .unenforceable(self)
    }
    return control
  }

  /// Whether a device without a passcode cannot keep the promise.
  var needsPasscode: Bool { presence != .notAsked || accessibility == .whenPasscodeSetThisDeviceOnly }
}
