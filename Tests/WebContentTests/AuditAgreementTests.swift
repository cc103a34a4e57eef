import Foundation
import SecurityPolicy
import Testing
import WebContent

@Suite("The audit and the web view name the same requirements")
struct AuditAgreementTests {
  /// The ids of the rules about web views, out of their sources: the audit is no part of an app.
  private func audited() throws -> Set<String> {
    let rules = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/SourceAudit/Rules").standardizedFileURL
    var files = [
      rules.appending(path: "iOS/OpenScriptBridge.swift"), rules.appending(path: "iOS/WebViewFileAccess.swift"),
    ]
    let android = rules.appending(path: "Android")
    files += try FileManager.default.contentsOfDirectory(at: android, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("WebView") }
    let pattern = /"(O\.[A-Z][a-z]+_\d+|MASVS-[A-Z]+-\d+|MASWE-\d{4})"/
    return try Set(
      files.flatMap { try String(contentsOf: $0, encoding: .utf8).matches(of: pattern).map { String($0.1) } })
  }

  @Test("Every requirement named here is one of the audit's, but the one about what stays after a page")
  func agreement() throws {
    let audited = try audited()
    #expect(audited.isSuperset(of: ["O.Arch_8", "O.Plat_8"]))
    let named = Set(
      (WebDifference.allCases.flatMap(\.requirements) + WebRefusal.allCases.flatMap(\.requirements)).map(\.id))
    #expect(named.subtracting(audited) == ["O.Plat_11"])
  }
}
