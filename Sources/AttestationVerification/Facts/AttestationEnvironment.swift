/// Which of Apple's two App Attest services made a key.
/// Source: Apple, "Preparing to use the App Attest service".
public enum AttestationEnvironment: String, Sendable, Hashable, CaseIterable {
  case production, development
}
