import SecurityPolicy
import SourceAudit

/// What may be wrong with a file in a backup. The raw value is the rule's id, stable over versions.
public enum BackupFlaw: String, Sendable, Hashable, CaseIterable {
  case keyMaterial = "key-in-backup"
  case secret = "secret-in-backup"
  case database = "database-in-backup"
  case webData = "web-data-in-backup"
  case log = "log-in-backup"
  case unprotected = "unprotected-in-backup"
  case unreadablePreferences = "unread-in-backup"
  case unexpected = "file-in-backup"

  /// The two that reveal by themselves are errors; what nobody named as expected is a note.
  public var severity: FindingSeverity {
    switch self {
    case .keyMaterial, .secret: .error
    case .database, .webData, .log, .unprotected: .warning
    case .unreadablePreferences, .unexpected: .note
    }
  }

  /// What is wrong, in our own words.
  public var message: String {
    switch self {
    case .keyMaterial: "A key or an identity lies in the backup, for whoever holds the computer."
    case .secret: "A property list in the backup holds a value under a secret's name."
    case .database: "A database of the app lies in the backup."
    case .webData: "Cookies or stored pages lie in the backup; a session may go on with them."
    case .log: "A log lies in the backup."
    case .unprotected: "The device decrypts this file without anybody's code (protection class D)."
    case .unreadablePreferences: "This property list could not be read; what it holds is not judged."
    case .unexpected: "Nobody said that this file may be in a backup."
    }
  }

  public var fix: String {
    switch self {
    case .keyMaterial, .secret: "Keep it in the keychain, for this device only."
    case .database: "Exclude its directory from backups, and seal what it holds under a key of this device."
    case .webData: "Use an ephemeral session and a web view without a persistent store, or erase them at logout."
    case .log: "Write logs into Library/Caches, or exclude their directory."
    case .unprotected:
      "Set a protection class; Complete, or CompleteUntilFirstUserAuthentication for work in the background."
    case .unreadablePreferences: "Look at it by hand."
    case .unexpected: "Exclude its directory from backups, or name it with --expected."
    }
  }

  /// Ids of published catalogues.
  public var requirements: [Requirement] {
    let backups = ["O.Arch_4", "MASVS-STORAGE-2", "MASWE-0004", "MASTG-TEST-0215", "CWE-530"]
    let ids =
      switch self {
      case .unprotected: ["O.Data_3", "MASVS-STORAGE-1", "CWE-311"]
      case .log: backups + ["CWE-532"]
      case .secret, .keyMaterial: backups + ["CWE-312"]
      default: backups
      }
    return ids.map { Requirement($0) }
  }
}
