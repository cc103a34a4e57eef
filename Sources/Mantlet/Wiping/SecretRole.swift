import SecretStorage

/// What one of the stored secrets belongs to, told by its name: decides which wipe target takes it.
enum SecretRole {
  /// Names the installation, not the person: the device key and the mark of the installation.
  case installation
  /// Seals records, caches or files.
  case sealingKey
  case pin
  /// The tokens, and whose they are.
  case session
  /// Whose data lies on this device.
  case owner
  /// What the app itself keeps.
  case app

  init(_ name: SecretName) {
    switch name.text {
    case StoredDeviceKey.name, InstallationMarker.secretName.text: self = .installation
    case StoredRecordKeys.firstName.text, StoredRecordAnchor.name.text, StoredCacheKeys.name.text: self = .sealingKey
    case StoredSessionKeeper.name.text: self = .session
    case Shield.dataOwner.text: self = .owner
    case let text where text.hasPrefix(StoredRecordKeys.prefix): self = .sealingKey
    case let text where text.hasPrefix("pin."): self = .pin
    default: self = .app
    }
  }
}
