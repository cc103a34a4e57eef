/// Whether Google Play knows the app as it was distributed. `UNRECOGNIZED_VERSION` is what a repackaged app gets.
/// Source: developer.android.com, "Integrity verdicts", appRecognitionVerdict.
public enum PlayAppRecognition: String, Sendable, Hashable, CaseIterable {
  case recognized = "PLAY_RECOGNIZED"
  case unrecognizedVersion = "UNRECOGNIZED_VERSION"
  case unevaluated = "UNEVALUATED"
}
