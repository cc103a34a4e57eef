import Foundation
import Testing

@Suite("The audit and the controls name the same requirements")
struct AuditAgreementTests {
  /// One subject: where its controls lie and what they are tagged with, and the rules that look for their absence in
  /// somebody's app.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let folders: [String]
    let tags: Set<String>
    let rules: [String]
    /// What these rules ask for besides, of other parts of an app.
    let beside: Set<String>

    init(
      _ name: String, in folders: [String], tags: Set<String>, rules: [String], beside: Set<String> = []
    ) {
      (testDescription, self.folders, self.tags, self.rules, self.beside) = (name, folders, tags, rules, beside)
    }
  }

  private static let screen = ["ScreenPrivacy", "AppleScreen"]

  static let subjects = [
    Subject(
      "logs", in: ["Redaction"], tags: ["O.Source_3", "O.Source_8"],
      rules: [
        "iOS/SecretsInLogs", "Android/SecretsInAndroidLogs", "Android/TrafficInLogs", "Policy/LogLevelAgainstPolicy",
        "Android/StrictModeLeftOn",
      ]),
    Subject(
      "screens", in: screen, tags: ["O.Data_13", "O.Plat_9"],
      rules: [
        "iOS/SwitcherSnapshotOpen", "Android/ScreenCaptureAllowed", "Configuration/Android/ScreenCaptureOpen",
      ]),
    Subject(
      "fields", in: screen, tags: ["O.Data_10"],
      rules: ["iOS/SecretFieldVisible", "Android/KeyboardCacheInCode", "Configuration/Android/KeyboardCache"]),
    Subject(
      "pasteboard", in: screen, tags: ["O.Data_11"],
      rules: ["iOS/SecretsOnPasteboard", "Android/SecretOnClipboard"]),
    Subject(
      "notifications", in: screen, tags: ["O.Plat_4", "O.Plat_5"],
      rules: ["Android/SecretInNotification", "iOS/SecretInAppleNotification"]),
    // The rules are about all that an app asks for; the purposes of its data are for its makers to name.
    Subject(
      "explanations before the system asks", in: screen, tags: ["O.Plat_3"],
      rules: [
        "Configuration/Apple/Together/MissingUsageDescription", "Configuration/Apple/Together/UnusedBackgroundMode",
      ], beside: ["O.Purp_1"]),
    Subject(
      "links, files and what people type",
      in: ["Links", "Files", "Domain", "Email", "Time"].map { "UntrustedInput/" + $0 },
      tags: ["O.Source_1", "O.Arch_5"],
      rules: ["iOS/DeepLinkUnverified", "iOS/PathFromOutside"]),
    Subject(
      "passwords and PINs", in: ["UntrustedInput/Passwords", "SecretStorage/PIN", "TrustWire"],
      tags: ["O.Pass_1", "O.Auth_7"], rules: ["Policy/PinLengthAgainstPolicy"]),
    Subject(
      "pages and their messages", in: ["UntrustedInput/Pages", "WebContent", "AppleWeb"],
      tags: ["O.Source_1", "O.Arch_8", "O.Plat_7", "O.Plat_8", "O.Plat_10", "O.Source_8"],
      rules: [
        "iOS/OpenScriptBridge", "iOS/UntrustedPage", "iOS/WebViewFileAccess", "Android/WebViewBridge",
        "Android/WebViewUntrustedAddress", "Android/WebViewLocalFiles", "Android/WebViewOpenMessages",
        "Android/WebViewDebugging",
      ]),
    // What a person reads when something fails, and rules about what ends an app instead.
    Subject(
      "sentences for people", in: ["ScreenPrivacy", "WebContent", "UntrustedInput/Refusal"], tags: ["O.Source_4"],
      rules: ["iOS/ForceUnwrap", "iOS/ImplicitlyUnwrappedProperty"]),
    // No rule is about images: these are about other files whose readers do what the bytes say.
    Subject(
      "images", in: ["UntrustedInput/Images"], tags: ["O.Source_1"],
      rules: [
        "iOS/ExternalEntities", "iOS/InsecureUnarchiving", "Android/JavaXMLEntities", "Android/JavaDeserialization",
      ]),
  ]

  /// Requirements that no rule is about: what pages left behind, what is deleted at a logout and what stays in memory show
  /// when an app runs, not in its sources.
  private static let withoutRule: Set = ["O.Plat_11", "O.Data_17", "O.Source_7"]

  /// Rules that ask for a requirement of these subjects and are about other parts of an app.
  private static let elsewhere: [(why: String, rules: Set<String>)] = [
    (
      "what other apps send, and the doors that stand open for them",
      [
        "Android/CommandFromOutside", "Android/ForwardedIntent", "Android/OpenBroadcastReceiver",
        "Android/ProviderPathTraversal", "Android/OpenServerSocket", "Android/SecretInImplicitIntent",
        "Configuration/Android/ExportedComponent", "Configuration/Android/UnverifiedAppLink",
        "Configuration/Apple/Lists/SharedAccessGroup", "Configuration/Apple/Together/CustomURLScheme",
        "iOS/CodeFromOutside", "iOS/SecretOnShareSheet",
      ]
    ),
    (
      "texts that become code", ["iOS/PredicateByInterpolation", "iOS/SQLByInterpolation", "iOS/ScriptByInterpolation"]
    ),
    (
      "switches of Android's web view that Apple's has none of",
      [
        "Android/WebViewScriptByInterpolation", "Android/WebViewTrustErrors", "Android/WebViewWeakSettings",
        "Configuration/Android/SafeBrowsingOff",
      ]
    ),
    (
      "builds for developers",
      ["Configuration/Android/DebuggableApp", "Configuration/Android/TestOnlyApp", "iOS/InsecureOption"]
    ),
    ("addresses, which servers log", ["SecretInAddress"]),
    ("the lock of the device in place of a PIN of the app", ["Android/BiometricFallback"]),
  ]

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources").standardizedFileURL

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
  }

  private func rules(_ subject: Subject) throws -> String {
    try subject.rules.map { try text("SourceAudit/Rules/\($0).swift") }.joined()
  }

  private func requirements(_ rules: String) -> Set<String> {
    Set(rules.matches(of: /"(O\.[A-Z][A-Za-z]*_\d+)"/).map { String($0.1) })
  }

  private func tags(_ text: String) -> Set<String> {
    Set(text.matches(of: /(O\.[A-Z][A-Za-z]*_\d+)#\d+/).map { String($0.1) })
  }

  /// The sources with one of the subject's tags.
  private func controls(_ subject: Subject) throws -> String {
    try subject.folders.flatMap(texts).filter { !tags($0).isDisjoint(with: subject.tags) }.joined()
  }

  private func texts(_ folder: String) throws -> [String] {
    try #require(FileManager.default.subpaths(atPath: Self.sources.appending(path: folder).path))
      .filter { $0.hasSuffix(".swift") }.map { try text(folder + "/" + $0) }
  }

  @Test("What the rules of a subject ask for is what its controls are tagged with", arguments: subjects)
  func agreement(subject: Subject) throws {
    let tagged = tags(try controls(subject)).subtracting(Self.withoutRule)
    #expect(tagged.isSuperset(of: subject.tags))
    let asked = requirements(try rules(subject))
    #expect(asked.isSuperset(of: subject.beside))
    #expect(
      tagged == asked.subtracting(subject.beside), "\(tagged.symmetricDifference(asked).sorted())")
  }

  @Test("No control of these parts has a tag that neither a subject above nor the list of those without a rule names")
  func complete() throws {
    let folders = ["Redaction", "ScreenPrivacy", "AppleScreen", "UntrustedInput", "WebContent", "AppleWeb"]
    let tagged = tags(try folders.flatMap(texts).joined())
    let known = try Self.subjects.reduce(into: Set<String>()) { $0.formUnion(requirements(try rules($1))) }
    #expect(tagged.subtracting(known) == Self.withoutRule)
    #expect(requirements(try texts("SourceAudit/Rules").joined()).isDisjoint(with: Self.withoutRule))
  }

  @Test("Every rule that asks for what a subject is tagged with is the subject's, or is listed as about another part")
  func derived() throws {
    let folder = Self.sources.appending(path: "SourceAudit/Rules").path
    let tags = Self.subjects.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
    let asking = try #require(FileManager.default.subpaths(atPath: folder))
      .filter { $0.hasSuffix(".swift") }
      .filter { !requirements(try text("SourceAudit/Rules/" + $0)).isDisjoint(with: tags) }
      .map { String($0.dropLast(".swift".count)) }
    let named = Set(Self.subjects.flatMap(\.rules))
    let elsewhere = Self.elsewhere.flatMap(\.rules)
    #expect(named.isDisjoint(with: elsewhere) && Set(elsewhere).count == elsewhere.count)
    #expect(
      Set(asking) == named.union(elsewhere), "\(Set(asking).symmetricDifference(named.union(elsewhere)).sorted())")
  }

  /// The catalogue has the ids of two editions, most of which mean different things.
  @Test("The weaknesses and controls of OWASP that a control names are those of its rules", arguments: subjects)
  func edition(subject: Subject) throws {
    func named(_ text: String) -> Set<String> {
      Set(text.matches(of: /MASVS-[A-Z]+-\d+|MASWE-\d{4}/).map { String($0.0) })
    }
    let asked = named(try rules(subject))
    #expect(asked.contains { $0.hasPrefix("MASVS-") } && asked.contains { $0.hasPrefix("MASWE-") })
    // What a crash reporter gets leaves the device, which no rule about logs is about.
    let foreign = named(try controls(subject)).subtracting(asked).subtracting(["MASVS-PRIVACY-1"])
    #expect(foreign.isEmpty, "\(foreign.sorted())")
  }
}
