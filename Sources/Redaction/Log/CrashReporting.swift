/// The seam to a crash reporter that sends what it is given to somebody else's server.
///
/// Nothing calls it but ``MaskedCrashReporter``. An adapter for Firebase Crashlytics is three calls:
///
/// ```swift
/// struct CrashlyticsReporting: CrashReporting {
///   func record(_ report: CrashReport) {
///     let crashlytics = Crashlytics.crashlytics()
///     for line in report.breadcrumbs { crashlytics.log(line) }
///     crashlytics.record(
///       error: NSError(domain: report.message, code: 0, userInfo: report.keys))
///   }
/// }
/// ```
public protocol CrashReporting: Sendable {
  /// Hands over one report; what is in it may leave the device.
  func record(_ report: CrashReport)
}
