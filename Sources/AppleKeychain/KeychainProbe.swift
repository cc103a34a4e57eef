public import SecretStorage
public import SecurityPolicy

/// What a self-test of the keychain found.
public struct KeychainProbe: Sendable, Hashable {
  /// Fails when no secret can be kept here; undetermined while the device is locked.
  public let verdict: Verdict
  /// The system's own number, for a log or a report.
  public let status: KeychainStatus

  init(_ status: KeychainStatus) {
    self.status = status
    verdict =
      switch status {
      case .success: .holds
      case .interactionNotAllowed: .undetermined("the device is locked, so the keychain could not be tried")
      case .missingEntitlement: .fails("the app is not signed with an entitlement for the keychain")
      case .decode: .fails("the keychain gave back other bytes than it took")
      case .notAvailable: .undetermined("the keychain is not available")
      default: .undetermined("the keychain answered with an error")
      }
  }
}
