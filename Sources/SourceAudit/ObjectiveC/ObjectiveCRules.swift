/// Rules written for Swift that read Objective-C as well: its front end gives the same names.
enum ObjectiveCRules {
  static let ids: Set<String> = [
    "secrets-in-user-defaults", "keychain-accessibility", "keychain-delete-before-add", "biometrics-without-key",
    "biometric-access-control", "trusts-every-server", "weak-hash", "weak-cipher", "fixed-nonce", "hardcoded-key",
    "hardcoded-secret", "short-key", "insecure-random", "weak-key-derivation", "web-view-file-access",
    "script-by-interpolation", "untrusted-page", "deep-link-unverified", "secrets-on-pasteboard", "secrets-in-logs",
    "sql-by-interpolation", "predicate-by-interpolation", "insecure-unarchiving", "unprotected-file",
    "cleartext-transport", "insecure-option", "pinning-without-validation", "open-script-bridge",
    "secret-in-apple-notification", "secret-field-visible", "cookie-unprotected",
  ]
}
