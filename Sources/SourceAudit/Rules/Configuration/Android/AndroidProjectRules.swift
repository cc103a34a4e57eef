/// Every rule about the platform files of Android.
enum AndroidProjectRules {
  static let all: [any ProjectRule] = [
    DebuggableApp(), TestOnlyApp(), SharedUserID(), SafeBrowsingOff(), CleartextPermitted(), UserCertificatesTrusted(),
    NetworkConfigPins(), PinningAbsent(), SecretsInBackup(), ExportedComponent(), ProviderGrants(), FileProviderPaths(),
    UnverifiedAppLink(), TaskHijacking(), DangerousPermission(), BroadStoragePermission(), WeakPermissionLevel(),
    KeyboardCache(), ObscuredTouches(), SecretInResources(), SecretInBuild(), KeyStoreInTree(), OldSignatureScheme(),
    ShortSigningKey(), DebugSigningKey(),
    FrameworkCleartext(), InsecureRepository(), UnpinnedDependency(), VulnerableDependency(),
    ReleaseNotShrunk(), OldAndroidVersion(),
    RootDetectionAbsent(), NativeHardeningOff(), ScreenCaptureOpen(), KeystoreAbsent(),
  ]
}
