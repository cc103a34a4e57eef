/// Which of Valet's classes wrote an item; each has its own service text.
public enum ValetKind: Sendable, Hashable {
  /// Valet's names for the access classes, as they stand at the end of its service text.
  public enum Accessibility: String, Sendable, Hashable, CaseIterable {
    case whenUnlocked = "AccessibleWhenUnlocked"
    case afterFirstUnlock = "AccessibleAfterFirstUnlock"
    case whenPasscodeSetThisDeviceOnly = "AccessibleWhenPasscodeSetThisDeviceOnly"
    case whenUnlockedThisDeviceOnly = "AccessibleWhenUnlockedThisDeviceOnly"
    case afterFirstUnlockThisDeviceOnly = "AccessibleAfterFirstUnlockThisDeviceOnly"
    /// Written by version 3 and older; today's library only migrates them away.
    case always = "AccessibleAlways"
    case alwaysThisDeviceOnly = "AccessibleAlwaysThisDeviceOnly"
  }

  /// Valet's suffix for who has to be there.
  public enum AccessControl: String, Sendable, Hashable, CaseIterable {
    case userPresence = ""
    case biometricAny = "_AccessControlTouchIDAnyFingerprint"
    case biometricCurrentSet = "_AccessControlTouchIDCurrentFingerprintSet"
    case devicePasscode = "_AccessControlDevicePasscode"
  }

  case valet(Accessibility)
  /// `iCloudValet`; Valet allows `whenUnlocked` and `afterFirstUnlock`.
  case synchronizable(Accessibility)
  case secureEnclave(AccessControl)
  case singlePromptSecureEnclave(AccessControl)

  var className: String {
    switch self {
    case .valet: "VALValet"
    case .synchronizable: "VALSynchronizableValet"
    case .secureEnclave: "VALSecureEnclaveValet"
    case .singlePromptSecureEnclave: "VALSinglePromptSecureEnclaveValet"
    }
  }

  /// What the service text ends with.
  var suffix: String {
    switch self {
    case .valet(let accessibility), .synchronizable(let accessibility): accessibility.rawValue
    case .secureEnclave(let control), .singlePromptSecureEnclave(let control):
      Accessibility.whenPasscodeSetThisDeviceOnly.rawValue + control.rawValue
    }
  }
}
