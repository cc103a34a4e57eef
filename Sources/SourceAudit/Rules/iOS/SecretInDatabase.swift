/// A secret as a column of Core Data, SwiftData or Realm: a plain database file.
struct SecretInDatabase: Rule {
  private static let models: Set<String> = ["NSManagedObject", "Object", "RealmSwiftObject", "EmbeddedObject"]

  let manual = RuleManual(
    "secret-in-database", "Secrets are no columns of a plain database",
    reason: "Core Data, SwiftData and Realm write plain files that are readable on a device once unlocked, and in its "
      + "backups.",
    fix: "Keep the secret in the keychain and its name in the database; seal what has to lie in the row.",
    ids: ["O.Data_2", "O.Data_3", "MASVS-STORAGE-1", "MASWE-0006", "CWE-312", "CWE-922"],
    violating: [
      RuleExample(
        "Core Data", lines: [2], "final class Account: NSManagedObject {\n  @NSManaged var password: String?\n}"),
      RuleExample("SwiftData", lines: [2], "@Model final class Account {\n  var refreshToken: String = \"\"\n}"),
      RuleExample(
        "Realm, in an extension of the class", lines: [3],
        "import RealmSwift\nclass Account: Object {\n  @Persisted var authToken: String\n}"),
      RuleExample(
        "by key", lines: [3],
        """
        func keep(_ token: String, _ context: NSManagedObjectContext) {
          let row = NSEntityDescription.insertNewObject(forEntityName: "Account", into: context)
          row.setValue(token, forKey: "authToken")
        }
        """),
    ],
    conforming: [
      RuleExample("what tells about it", "final class A: NSManagedObject {\n  @NSManaged var tokenExpiry: Date?\n}"),
      RuleExample("never written", "@Model final class Account {\n  @Transient var password: String = \"\"\n}"),
      RuleExample("sealed", "final class A: NSManagedObject {\n  @NSManaged var encryptedPassword: Data?\n}"),
      RuleExample("another class", "final class Account {\n  var refreshToken: String = \"\"\n}"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let signs = ["NSManaged", "Persisted", "Model", "RealmSwift"]
    for property in unit.allDeclarations
    where property.kind == .property && signs.contains(where: { unit.row(of: $0) != nil }) {
      guard SecretWords.judge(property.name) == .secret, isKept(property, project),
        ["String", "Data", "NSString", "NSData", ""].contains(property.typeName)
      else { continue }
      record.flaw(manual, at: property, .warning, "This column holds a secret in a plain file.", confidence: .medium)
    }
    for call in unit.calls("setValue") {
      guard let key = call.argument("forKey"), let row = call.receiver, isRow(row, project),
        project.keepsSecret(call.argument(at: 0), under: key)
      else { continue }
      record.flaw(manual, at: call, .warning, "This column holds a secret in a plain file.", confidence: .medium)
    }
  }

  private func isKept(_ property: Declaration, _ project: Project) -> Bool {
    guard property.keyword != "computed", !property.flags.contains(.isStatic), let type = property.enclosingType else {
      return false
    }
    if property.hasAttribute("Transient") { return false }
    if property.hasAttribute("NSManaged") || property.hasAttribute("Persisted") { return true }
    return project.typeDeclarations(type.name).contains { $0.hasAttribute("Model") }
      || isModel(type.name, project) && property.unit.imports.contains("RealmSwift")
  }

  private func isRow(_ row: Expression, _ project: Project) -> Bool {
    guard let type = project.type(of: row) else {
      return project.origins(of: row).names.contains("insertNewObject")
    }
    return type == "NSManagedObject" || isModel(type, project)
  }

  private func isModel(_ type: String, _ project: Project) -> Bool {
    !Self.models.isDisjoint(with: project.lineage(of: type).dropFirst())
  }
}
