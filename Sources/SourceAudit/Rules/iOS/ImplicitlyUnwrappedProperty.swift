/// Properties of type `T!`: a force unwrap at every use.
struct ImplicitlyUnwrappedProperty: Rule {
  private static let outlets: Set<String> = ["IBOutlet", "IBInspectable", "Environment", "NSManaged"]

  let manual = RuleManual(
    "implicitly-unwrapped", "A property has its value or is optional",
    reason: "Each use of the property ends the app when it comes before the value does.",
    fix: "Give the value to the initializer, or make the property optional.",
    ids: ["O.Source_4", "MASVS-CODE-4", "MASWE-0082", "CWE-476"],
    violating: [RuleExample("a late session", lines: [2], "final class Store {\n  var session: Session!\n}")],
    conforming: [
      RuleExample("an outlet", "final class V: UIViewController { @IBOutlet var label: UILabel! }"),
      RuleExample("an optional", "final class Store { var session: Session? }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard unit.role == .app else { return }
    for property in unit.allDeclarations
    where property.kind == .property && property.flags.contains(.isImplicitlyUnwrapped) {
      guard !property.attributes.contains(where: { Self.outlets.contains($0.name) }) else { continue }
      record.flaw(manual, at: property, .note, "Each use of this property may end the app.")
    }
  }
}
