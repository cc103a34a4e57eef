/// An item that is deleted to be added again: when the second call fails, the secret is gone.
struct KeychainDeleteBeforeAdd: Rule {
  let manual = RuleManual(
    "keychain-delete-before-add", "Update a keychain item; do not delete it first",
    reason: "Between the two calls the item does not exist. When the add fails (locked device, wrong class, no space) "
      + "the old secret is lost, and a second writer may add in between.",
    fix: "Call SecItemAdd, and on errSecDuplicateItem SecItemUpdate.",
    ids: ["O.Resi_10", "MASVS-STORAGE-1", "MASWE-0004", "CWE-460"],
    violating: [
      RuleExample(
        "the usual wrapper", lines: [3],
        """
        func save(_ data: Data) -> Bool {
          let query = [kSecClass: kSecClassGenericPassword, kSecValueData: data] as CFDictionary
          SecItemDelete(query)
          return SecItemAdd(query, nil) == errSecSuccess
        }
        """),
      RuleExample(
        "the delete in a function of its own", lines: [2],
        """
        func save(_ query: [String: Any]) {
          remove(query)
          SecItemAdd(query as CFDictionary, nil)
        }
        func remove(_ query: [String: Any]) { SecItemDelete(query as CFDictionary) }
        """),
    ],
    conforming: [
      RuleExample(
        "add, then update",
        """
        func save(_ query: CFDictionary, _ change: CFDictionary) {
          if SecItemAdd(query, nil) == errSecDuplicateItem { SecItemUpdate(query, change) }
        }
        """),
      RuleExample("a delete alone", "func remove(_ query: CFDictionary) { SecItemDelete(query) }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for add in unit.calls("SecItemAdd") {
      guard let function = add.owner.enclosingFunction else { continue }
      let before = project.expressions(in: function).filter { $0.kind == .call && $0.offset < add.offset }
      let delete = before.last { call in
        call.calledName == "SecItemDelete"
          || project.functions(calledBy: call).contains { called in
            called != function && called.unit.calls("SecItemDelete").contains { $0.owner.enclosingFunction == called }
              && !called.unit.calls("SecItemAdd").contains { $0.owner.enclosingFunction == called }
          }
      }
      guard let delete, !before.contains(where: { $0.calledName == "SecItemUpdate" }) else { continue }
      record.flaw(
        manual, at: delete, .note, "The item is deleted before it is added again; when the add fails, it is lost.",
        confidence: .medium)
    }
  }
}
