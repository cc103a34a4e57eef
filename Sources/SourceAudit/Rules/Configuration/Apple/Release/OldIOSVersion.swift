import UntrustedInput

import SecurityPolicy

/// Apps that run on versions of iOS which get no more security updates, or which the policy refuses.
struct OldIOSVersion: ReleaseSettingRule {
  /// The oldest version that has had security updates in the year of this catalogue.
  /// Source: Apple, "Apple security releases", 2025: iOS 15.8.x is the last of the old lines.
  private static let oldest = 15

  let names = ["IPHONEOS_DEPLOYMENT_TARGET"]
  let manual = RuleManual(
    "old-ios-version", "The app runs on systems that get security updates",
    reason: "On an old system every known hole stays open under the app, and newer protections are missing.",
    fix: "Raise IPHONEOS_DEPLOYMENT_TARGET to 15.0 or newer, at least to what the policy asks of a device.",
    ids: ["O.Plat_1", "MASVS-CODE-1", "MASWE-0077", "CWE-1104"],
    violating: [
      RuleExample(
        "iOS 11", path: "App.xcodeproj/project.pbxproj", lines: [9],
        xcodeProject(release: "IPHONEOS_DEPLOYMENT_TARGET = 11.0;"))
    ],
    conforming: [
      RuleExample(
        "iOS 16", path: "App.xcodeproj/project.pbxproj", xcodeProject(release: "IPHONEOS_DEPLOYMENT_TARGET = 16.4;")),
      RuleExample("somewhere else", path: "Release.xcconfig", "IPHONEOS_DEPLOYMENT_TARGET = $(TARGET)\n"),
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    guard let major = use.text.split(separator: ".").first.flatMap({ Int($0) }), major < Self.oldest else { return nil }
    return (.note, "iOS \(major) gets no security updates.")
  }
}
