import Foundation
import Testing
import UntrustedInput

@Suite("mantlet check, its options")
struct CheckOptionTests {
  @Test("`check --verbose` says on standard error what is looked for; the report stays on standard output")
  func verbose() async throws {
    let outcome = try await Program.run(["check", "--json", "--verbose"])
    #expect(outcome.objects.count == 1)
    #expect(outcome.errors.contains("looking for debug.tracerPid: absent\n"))
    let light = try await Program.run(["check", "--json", "--verbose", "--light"])
    #expect(outcome.errors.contains("looking for hooks.libraryCode"))
    #expect(!light.errors.contains("looking for hooks.libraryCode"))
    #expect(light.errors.contains("looking for hooks.importTable: absent\n"))
  }

  @Test("`check --info-plist` names the schemes that an app may not ask for, and the line to add")
  func infoPlist() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/Info.plist"
    func write(_ schemes: [String]) throws {
      let items = schemes.map { "<string>\($0)</string>" }.joined()
      let text =
        "<plist version=\"1.0\"><dict><key>LSApplicationQueriesSchemes</key><array>\(items)</array></dict></plist>"
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
    try write(["sileo"])
    let outcome = try await Program.run(["check", "--info-plist", file])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("  <string>zbra</string>\n"))
    #expect(!outcome.output.contains("<string>sileo</string>"))
    let lines = outcome.output.split(separator: "\n").dropFirst()
    try write(["sileo"] + lines.map { String($0.trimmingPrefix("  <string>").dropLast("</string>".count)) })
    #expect(try await Program.run(["check", "--info-plist", file]).code == 0)
    try Data("no plist".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try await Program.run(["check", "--info-plist", file]).code == 65)
    #expect(try await Program.run(["check", "--info-plist", file, "--watch", "--json"]).code == 64)
  }
}
