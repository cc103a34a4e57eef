import AppSession
import SecretStorage

extension SessionError {
  /// What it means for a session that its item could not be read: damage is for good, anything else may pass.
  init(reading error: StorageError) {
    switch error {
    case .corrupted, .removed, .rolledBack, .unreadableValue: self = .damaged
    case .newerVersion: self = .newerFormat
    default: self = .storage
    }
  }
}
