/// The rules for apps on Apple's platforms.
enum AppleRules {
  static let all: [any Rule] = [
    SecretsInUserDefaults(), PersonalDataInUserDefaults(), KeychainAccessibility(), KeychainDeleteBeforeAdd(),
    BiometricsWithoutKey(), BiometricAccessControl(), TrustsEveryServer(), PinningWithoutValidation(),
    WeakHash(), WeakCipher(), FixedNonce(), HardcodedKey(), HardcodedSecret(), ShortKey(), InsecureRandom(),
    WeakKeyDerivation(), WebViewFileAccess(), ScriptByInterpolation(), OpenScriptBridge(), UntrustedPage(),
    DeepLinkUnverified(), SecretsOnPasteboard(), SecretsInLogs(), SQLByInterpolation(), PredicateByInterpolation(),
    InsecureUnarchiving(), UnprotectedFile(), ForceUnwrap(), ImplicitlyUnwrappedProperty(), CleartextTransport(),
    InsecureOption(), SecretFieldVisible(), SecretOnShareSheet(), SecretInAppGroup(), SecretInDatabase(),
    ExternalEntities(),
    CodeFromOutside(), PathFromOutside(), CookieUnprotected(),
    SecretInAppleNotification(),
  ]
}
