/// Valet (square), versions 4 and 5; the service texts are the same since version 1.
///
/// Account: the key as the app wrote it, beside a canary of the library's own. Value: the bytes, or the UTF-8 of the
/// text. On macOS 10.15 and later it uses the data-protection keychain. "Secure Enclave" in its names means an item
/// with an access control, not a key inside the Enclave.
/// Source: Sources/Valet/Internal/{Service,Configuration,Keychain}.swift, SharedGroupIdentifier.swift.
extension LegacyShape {
  /// What a Valet of this kind and identifier wrote.
  public static func valet(_ kind: ValetKind, identifier: String) -> LegacyShape {
    valet(kind, service: "VAL_\(kind.className)_initWithIdentifier:accessibility:_\(identifier)_\(kind.suffix)")
  }

  /// What a Valet with a shared group wrote: access group `prefix.group`, the service text names the group alone.
  public static func valet(_ kind: ValetKind, sharedGroup group: String, prefix: String) -> LegacyShape {
    var shape = valet(
      kind, service: "VAL_\(kind.className)_initWithSharedAccessGroupIdentifier:accessibility:_\(group)_\(kind.suffix)")
    shape.accessGroup = "\(prefix).\(group)"
    return shape
  }

  private static func valet(_ kind: ValetKind, service: String) -> LegacyShape {
    var shape = LegacyShape(.valet)
    shape.service = service
    shape.ownAccounts = ["VAL_KeychainCanaryUsername"]
    switch kind {
    case .valet: break
    case .synchronizable: shape.synchronization = .yes
    case .secureEnclave, .singlePromptSecureEnclave: shape.asksOwner = true
    }
    return shape
  }
}
