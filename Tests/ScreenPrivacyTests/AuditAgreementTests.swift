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

    init(_ name: String, in folders: [String], tags: Set<String>, rules: [String]) {
      (testDescription, self.folders, self.tags, self.rules) = (name, folders, tags, rules)
    }
  }

  private static let screen = ["ScreenPrivacy", "AppleScreen"]

  static let subjects = [
    Subject(
      "logs", in: ["Redaction"], tags: ["O.Source_3"],
      rules: ["iOS/SecretsInLogs", "Android/SecretsInAndroidLogs", "Policy/LogLevelAgainstPolicy"]),
    Subject("screens", in: screen, tags: ["O.Data_13", "O.Plat_9"], rules: ["Android/ScreenCaptureAllowed"]),
    Subject(
      "fields", in: screen, tags: ["O.Data_10"],
      rules: ["iOS/SecretFieldVisible", "Android/KeyboardCacheInCode", "Configuration/Android/KeyboardCache"]),
    Subject(
      "pasteboard", in: screen, tags: ["O.Data_11"],
      rules: ["iOS/SecretsOnPasteboard", "Android/SecretOnClipboard"]),
    Subject(
      "notifications", in: screen, tags: ["O.Plat_4", "O.Plat_5"],
      rules: ["Android/SecretInNotification", "iOS/SecretInAppleNotification"]),
    Subject(
      "links and files", in: ["UntrustedInput/Links", "UntrustedInput/Files"], tags: ["O.Source_1", "O.Arch_5"],
      rules: ["iOS/DeepLinkUnverified", "iOS/PathFromOutside"]),
  ]

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources").standardizedFileURL

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
  }

  private func rules(_ subject: Subject) throws -> String {
    try subject.rules.map { try text("SourceAudit/Rules/\($0).swift") }.joined()
  }

  private func tags(_ text: String) -> Set<String> {
    Set(text.matches(of: /(O\.[A-Z][A-Za-z]*_\d+)#\d+/).map { String($0.1) })
  }

  /// The sources with one of the subject's tags.
  private func controls(_ subject: Subject) throws -> String {
    let files = try subject.folders.flatMap { folder in
      try #require(FileManager.default.subpaths(atPath: Self.sources.appending(path: folder).path))
        .filter { $0.hasSuffix(".swift") }.map { try text(folder + "/" + $0) }
    }
    return files.filter { !tags($0).isDisjoint(with: subject.tags) }.joined()
  }

  @Test("What the rules of a subject ask for is what its controls are tagged with", arguments: subjects)
  func agreement(subject: Subject) throws {
    let tagged = tags(try controls(subject))
    #expect(tagged.isSuperset(of: subject.tags))
    let asked = Set(try rules(subject).matches(of: /"(O\.[A-Z][A-Za-z]*_\d+)"/).map { String($0.1) })
    #expect(tagged == asked, "\(tagged.symmetricDifference(asked).sorted())")
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
