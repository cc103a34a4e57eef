import Foundation
import Testing

@Suite("The audit and the controls name the same requirements")
struct AuditAgreementTests {
  /// One subject: the controls with their tags, and the rules that look for its absence in somebody's app.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let controls: [String]
    let rules: [String]

    init(_ name: String, controls: [String], rules: [String]) {
      (testDescription, self.controls, self.rules) = (name, controls, rules)
    }
  }

  static let subjects = [
    Subject(
      "logs",
      controls: ["Redaction/RedactingLogHandler", "Redaction/MaskingRules", "Redaction/Log/MaskedCrashReporter"],
      rules: ["iOS/SecretsInLogs", "Android/SecretsInAndroidLogs", "Policy/LogLevelAgainstPolicy"]),
    Subject(
      "screens", controls: ["ScreenPrivacy/ScenePrivacy", "ScreenPrivacy/ScreenGuard", "AppleScreen/SceneWatch"],
      rules: ["Android/ScreenCaptureAllowed"]),
    Subject(
      "fields",
      controls: [
        "ScreenPrivacy/SensitiveField", "ScreenPrivacy/KeyboardRule", "AppleScreen/UITextField+SensitiveField",
        "AppleScreen/UITextView+SensitiveField", "AppleScreen/View+ScreenPrivacy",
      ],
      rules: ["iOS/SecretFieldVisible", "Android/KeyboardCacheInCode", "Configuration/Android/KeyboardCache"]),
    Subject(
      "pasteboard", controls: ["ScreenPrivacy/PasteboardRule", "AppleScreen/SensitivePasteboard"],
      rules: ["iOS/SecretsOnPasteboard", "Android/SecretOnClipboard"]),
    Subject(
      "notifications",
      controls: [
        "ScreenPrivacy/Notifications/NotificationConsent", "ScreenPrivacy/Notifications/NotificationText",
        "ScreenPrivacy/Notifications/Remote/RemoteNotificationCheck",
      ],
      rules: ["Android/SecretInNotification"]),
    Subject(
      "links and files",
      controls: ["UntrustedInput/Links/LinkRules", "UntrustedInput/Links/DeepLink", "UntrustedInput/Files/FileName"],
      rules: ["iOS/DeepLinkUnverified", "iOS/PathFromOutside"]),
  ]

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources").standardizedFileURL

  private func found(_ pattern: Regex<(Substring, Substring)>, in paths: [String]) throws -> Set<String> {
    try paths.reduce(into: []) { found, path in
      let text = try String(contentsOf: Self.sources.appending(path: path + ".swift"), encoding: .utf8)
      let ids = text.matches(of: pattern).map { String($0.1) }
      #expect(!ids.isEmpty, "\(path) names no requirement")
      found.formUnion(ids)
    }
  }

  @Test("What the rules of a subject ask for is what its controls are tagged with", arguments: subjects)
  func agreement(subject: Subject) throws {
    let tagged = try found(/(O\.[A-Z][A-Za-z]*_\d+)#\d+/, in: subject.controls)
    let asked = try found(/"(O\.[A-Z][A-Za-z]*_\d+)"/, in: subject.rules.map { "SourceAudit/Rules/" + $0 })
    #expect(tagged == asked, "\(tagged.symmetricDifference(asked).sorted())")
  }
}
