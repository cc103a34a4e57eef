/// Network, keychain and storage code outside of its layer. Asked only where the project's folders follow the layout.
struct MisplacedCode: ProjectRule {
  let manual = RuleManual(
    "misplaced-code", "Security code stands in one layer",
    reason: "What opens connections or keeps secrets can be reviewed and changed in one place only if it stands in one "
      + "place; a second session in a view has no pins, a second keychain call has another class.",
    fix: "Move the code into the layer and hand the result to this one. `mantlet audit guide` shows the layout.",
    ids: ["O.Arch_1", "O.Arch_2", "MASVS-CODE-4", "CWE-1061"],
    violating: [
      RuleExample(
        "a view that asks the server", path: "App/Features/Auth/Views/Login.swift", lines: [2],
        others: [SourceText(path: "App/Core/Networking/Client.swift", text: "struct Client {}")],
        "func load(_ url: URL) async throws -> Data {\n  try await URLSession.shared.data(from: url).0\n}"),
      RuleExample(
        "preferences in a screen", path: "app/src/main/java/a/presentation/ui/Screen.kt", lines: [1],
        others: [
          SourceText(path: "app/src/main/java/a/data/remote/Api.kt", text: "class Api"),
          SourceText(path: "app/src/main/java/a/domain/model/User.kt", text: "class User"),
        ],
        "fun width(c: Context) = c.getSharedPreferences(\"layout\", 0).getInt(\"width\", 0)"),
    ],
    conforming: [
      RuleExample(
        "the layer itself", path: "App/Core/Networking/Client.swift",
        others: [SourceText(path: "App/Features/Auth/Views/Login.swift", text: "struct Login {}")],
        "func load(_ url: URL) async throws -> Data { try await URLSession.shared.data(from: url).0 }"),
      RuleExample(
        "a project with another layout", path: "Login.swift",
        "func load(_ url: URL) async throws -> Data { try await URLSession.shared.data(from: url).0 }"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for layout in ProjectLayout.all {
      let units = project.units.filter { layout.languages.contains($0.language) && $0.role == .app }
      guard layout.isFollowed(by: units.map(\.path)) else { continue }
      for unit in units {
        let folders = Set(ProjectLayout.folders(unit.path))
        // Code beside the layout, such as another target, has no layer to be in.
        guard folders.contains(where: { layout.signs.contains($0) }) else { continue }
        for layer in layout.layers where folders.isDisjoint(with: layer.home) {
          // One finding for each kind in a file: the code moves as a whole.
          guard let place = unit.mentions(layer.names).min(by: { $0.offset < $1.offset }) else { continue }
          record.flaw(
            manual, at: place, .note, "\(layer.what) stands outside of its layer; it belongs into \(layer.homeText).",
            confidence: .medium)
        }
      }
    }
  }
}
