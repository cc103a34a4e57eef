import Foundation
import SecurityPolicy
import Testing
import WebContent

@Suite("The audit and the web view name the same requirements")
struct AuditAgreementTests {
  /// About groups of apps, under the requirement of web views all the same.
  private static let otherwise: Set = ["SharedAccessGroup"]
  /// About web views under the requirement of what is left of development.
  private static let beside: Set = ["WebViewDebugging"]

  /// The ids of the rules about web views, out of their sources, as the audit is no part of an app: those that ask for
  /// O.Plat_8, with the exceptions above.
  private func audited() throws -> Set<String> {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/SourceAudit/Rules").standardizedFileURL
    let files = try #require(FileManager.default.subpaths(atPath: folder.path)).filter { $0.hasSuffix(".swift") }
    let exceptions = Self.otherwise.union(Self.beside)
    var (found, needed): (Set<String>, Set<String>) = ([], [])
    for file in files {
      let name = String((file as NSString).lastPathComponent.dropLast(".swift".count))
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let ids = Set(text.matches(of: /"(O\.[A-Z][a-z]+_\d+|MASVS-[A-Z]+-\d+|MASWE-\d{4})"/).map { String($0.1) })
      let (isAbout, isException) = (ids.contains("O.Plat_8"), exceptions.contains(name))
      if isAbout != isException { found.formUnion(ids) }
      if isAbout == Self.otherwise.contains(name), isException { needed.insert(name) }
    }
    // An exception that is none any more is not kept.
    #expect(needed == exceptions)
    return found
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
