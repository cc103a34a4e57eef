import SecretStorage

/// What one of the stored secrets belongs to, told by its name: decides which wipe target takes it.
enum SecretRole {
  /// Names the installation, not the person: the device key, the mark of the installation, the checks of the device
  /// (``CheckWipe`` takes their words), the state of the attestation key, pin updates and what servers showed instead
  /// of pinned keys.
  case installation
  /// Seals records, caches or files.
  case sealingKey
  case pin
  /// The tokens, and whose they are.
  case session
  /// Sessions and push tokens that the server has to be told about: what a wipe erases cannot be revoked, so no wipe
  /// takes them. They name nobody and open nothing without the device key; ``ConsentWipe`` ends the wish to be notified.
  case revocation
  /// Whose data lies on this device.
  case owner
  /// Who the app is towards servers. ``IdentityWipe`` takes it, with its keys in hardware.
  case identity
  /// The keys of a mission, and this device's own in it. ``MeshWipe`` takes them, after the node that uses them.
  case mission
  /// What the app itself keeps.
  case app

  /// The public half of the device key that hardware made for this installation.
  static let hardwareKey = SecretName(constant: "device-key.hardware")

  init(_ name: SecretName) {
    switch name.text {
    case StoredDeviceKey.name, Self.hardwareKey.text, InstallationMarker.secretName.text: self = .installation
    case KeptItem.checks.text, KeptItem.attestation.text: self = .installation
    case StoredPinFailures.name.text, StoredPinUpdate.name.text: self = .installation
    case StoredRecordKeys.firstName.text, StoredRecordAnchor.name.text: self = .sealingKey
    case let text where text.hasPrefix(StoredCacheKeys.prefix): self = .sealingKey
    case StoredSessionKeeper.name.text: self = .session
    case StoredRevocations.name.text, StoredPushState.name.text: self = .revocation
    case Shield.dataOwner.text: self = .owner
    case StoredClientIdentity.name.text: self = .identity
    case let text where text.hasPrefix(StoredRecordKeys.prefix): self = .sealingKey
    case StoredMeshKeys.defaultName.text, StoredMeshDevice.name.text, MissionRecordKey.name.text: self = .mission
    case let text where text.hasPrefix("pin."): self = .pin
    default: self = .app
    }
  }
}
