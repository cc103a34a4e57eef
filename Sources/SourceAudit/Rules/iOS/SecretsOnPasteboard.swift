/// Secrets on the general pasteboard, and items on it that neither expire nor stay on this device.
struct SecretsOnPasteboard: Rule {
  private static let members: Set<String> = ["string", "strings", "items", "url", "image"]

  let manual = RuleManual(
    "secrets-on-pasteboard", "What is copied is everybody's",
    reason: "Every app in front can read the general pasteboard, and it goes to the user's other devices. It stays "
      + "there until something else is copied.",
    fix: "Do not copy secrets. Where users must, use setItems with .localOnly and a short .expirationDate.",
    ids: [
      "O.Data_11", "O.Plat_7", "MASVS-PLATFORM-3", "MASVS-STORAGE-2", "MASWE-0053", "MASTG-TEST-0276",
      "MASTG-TEST-0278", "MASTG-TEST-0279", "MASTG-TEST-0280", "CWE-200",
    ],
    violating: [
      RuleExample("a password", lines: [1], "UIPasteboard.general.string = account.password"),
      RuleExample(
        "an alias and a call", lines: [3],
        """
        func copy(_ code: String, otp: String) {
          let board = UIPasteboard.general
          board.setValue(otp, forPasteboardType: "public.text")
        }
        """),
      RuleExample(
        "an extension of its own", lines: [1],
        """
        extension UIPasteboard { func put(_ text: String) { string = text } }
        func copy(_ password: String) { UIPasteboard.general.put(password) }
        """),
      RuleExample(
        "a form that begins empty", lines: [3],
        """
        final class Form { var password = "" }
        func copy(_ form: Form) {
          UIPasteboard.general.string = form.password
        }
        """),
      RuleExample(
        "items without an end", lines: [1],
        "UIPasteboard.general.setItems([[\"public.text\": text]], options: [.localOnly: true])"),
    ],
    conforming: [
      RuleExample("a link to share", "UIPasteboard.general.string = page.title"),
      RuleExample(
        "with an end, and here only",
        """
        UIPasteboard.general.setItems(
          [["public.text": password]], options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 30)])
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for assignment in unit.assignments {
      guard let target = assignment.first?.unwrapped, Self.members.contains(target.name),
        target.first.map({ isGeneral($0, project) }) ?? isOwnMember(target), let value = assignment.second,
        project.isSecret(value)
      else { continue }
      record.flaw(manual, at: assignment, .warning, "A secret goes to the general pasteboard.", confidence: .medium)
    }
    for call in unit.calls("setValue", "setData", "setItems", "addItems", "setObjects", "setString") {
      guard let board = call.receiver, isGeneral(board, project), let value = call.argument(at: 0) else { continue }
      let options = call.argument("options").map { project.origins(of: $0, reach: .influence).names } ?? []
      if options.contains("localOnly"), options.contains("expirationDate") {
        record.control("what is copied expires and stays on this device", manual, at: call)
      } else if project.isSecret(value) {
        record.flaw(manual, at: call, .warning, "A secret goes to the general pasteboard.", confidence: .medium)
      } else if call.calledName == "setItems" {
        let missing = options.contains("localOnly") ? "does not expire" : "goes to the user's other devices"
        record.flaw(manual, at: call, .note, "What is copied here \(missing).", confidence: .medium)
      }
    }
  }

  /// `string = text` inside of an extension of the pasteboard.
  private func isOwnMember(_ target: Expression) -> Bool {
    target.kind == .name && ["UIPasteboard", "NSPasteboard"].contains(target.owner.enclosingType?.name)
  }

  private func isGeneral(_ board: Expression, _ project: Project) -> Bool {
    guard project.type(of: board) == "UIPasteboard" || project.type(of: board) == "NSPasteboard" else { return false }
    return project.origins(of: board).passed.contains { $0.name == "general" }
  }
}
