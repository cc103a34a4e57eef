/// Whether the account got the app from Google Play.
/// Source: developer.android.com, "Integrity verdicts", appLicensingVerdict.
public enum PlayLicensing: String, Sendable, Hashable, CaseIterable {
  case licensed = "LICENSED"
  case unlicensed = "UNLICENSED"
  case unevaluated = "UNEVALUATED"
}
