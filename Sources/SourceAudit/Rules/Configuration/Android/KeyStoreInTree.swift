import UntrustedInput

/// Key stores that lie in the project.
struct KeyStoreInTree: ProjectRule {
  let manual = RuleManual(
    "key-store-in-tree", "Signing keys do not lie beside the source",
    reason: "Whoever has the file guesses its password at leisure, and then signs as the app.",
    fix: "Keep the key with the build machine or with the store's signing service, and make a new one.",
    ids: ["O.Cryp_6", "MASVS-CRYPTO-2", "MASWE-0005", "CWE-522"],
    violating: [RuleExample("of a release", path: "app/release.jks", lines: [1], "")],
    conforming: [RuleExample("of debug builds", path: "app/debug.keystore", "")])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for store in project.documents.android.keyStores {
      let name = store.path.lowercased().split(separator: "/").last ?? ""
      guard !["debug", "test", "sample", "demo", "mock", "example"].contains(where: { name.contains($0) }) else {
        continue
      }
      record.flaw(
        manual, android: store, at: TextPosition(line: 1, column: 1), .warning, "A key store lies in the project.")
    }
  }
}
