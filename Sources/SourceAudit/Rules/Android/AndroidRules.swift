/// Every rule about Kotlin and Java.
package enum AndroidRules {
  static let languages: Set<SourceLanguage> = [.kotlin, .java]

  package static let all: [any Rule] = [
    SecretsInSharedPreferences(), SecretsOnExternalStorage(), WorldReadableFiles(), SecretsInAndroidLogs(),
    PredictableRandom(), WeakJavaCipher(), WeakJavaDigest(), ShortJavaKey(), HardcodedJavaKey(), FixedJavaNonce(),
    TrustEverything(), HostnameUnchecked(), WebViewTrustErrors(), WebViewLocalFiles(), WebViewBridge(),
    WebViewUntrustedAddress(), WebViewDebugging(), ConcatenatedSQL(), SecretInImplicitIntent(), MutablePendingIntent(),
    BiometricWithoutKey(), ProviderPathTraversal(), StrictModeLeftOn(), SecretOnClipboard(), CleartextAddress(),
    OldTLSVersion(), ForwardedIntent(), CommandFromOutside(), ScreenCaptureAllowed(),
    HardcodedCredential(), JavaDeserialization(), JavaXMLEntities(), OpenBroadcastReceiver(), SecretInNotification(),
    KeyboardCacheInCode(), WebViewWeakSettings(), WebViewOpenMessages(), WebViewScriptByInterpolation(),
    WeakJavaKeyDerivation(), KeyOfManyPurposes(), BiometricFallback(), PlainSocket(), OpenServerSocket(),
    SecretsInSQLite(), SecretsInFiles(), SecretsInRoom(), TrafficInLogs(),
  ]
}
