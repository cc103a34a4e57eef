/// Every rule about platform files and about the project as a whole.
enum ProjectRules {
  static let all: [any ProjectRule] = apple + android + StructureRules.all
  static let apple: [any ProjectRule] = [
    DebuggableEntitlement(), TransportSecurityException(), SharedDocuments(), SecretInPropertyList(),
    AnalyticsSwitchedOn(), BrokenProtectionClass(), SharedAccessGroup(), AssociatedDomains(),
    HardenedRuntimeException(),
    SecretInSettingsBundle(), SecretInXcodeSettings(), DebugCodeInRelease(), ReleaseNotOptimized(),
    ReleaseTestability(),
    SymbolsNotStripped(), PositionDependentCode(), StackProtectorOff(), ManualReferenceCounting(), OldCodeSignature(),
    OldIOSVersion(), DebugArchive(), AppleDependencyOverHTTP(), AppleDependencyUnpinned(), CustomURLScheme(),
    UndeclaredSchemeQuery(), UnusedBackgroundMode(), MissingUsageDescription(), PrivacyManifest(),
    TrackingDomainUndeclared(), DataProtectionEntitlement(), AppCategory(), PinsInInfoPlist(), MissingPinning(),
    SwitcherSnapshotOpen(), ResponseCacheOpen(), VulnerableAppleDependency(),
  ]
  static let android: [any ProjectRule] = AndroidProjectRules.all
}
