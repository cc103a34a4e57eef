import UntrustedInput

/// Apps that do not say what kind of app they are.
struct AppCategory: ProjectRule {
  private static let key = "LSApplicationCategoryType"

  let manual = RuleManual(
    "app-category", "The app says what it is for",
    reason: "The category is what the store, device management and parents' settings go by; a medical app that does "
      + "not say so is judged as something else.",
    fix: "Add LSApplicationCategoryType, for instance public.app-category.medical.",
    ids: ["O.Purp_1", "MASVS-PRIVACY-3", "MASWE-0112", "CWE-1059"],
    violating: [
      RuleExample(
        "none", path: "App/Info.plist", lines: [1],
        plist("<key>LSRequiresIPhoneOS</key><true/><key>CFBundlePackageType</key><string>APPL</string>"))
    ],
    conforming: [
      RuleExample(
        "medical", path: "App/Info.plist",
        plist(
          "<key>LSRequiresIPhoneOS</key><true/><key>LSApplicationCategoryType</key>"
            + "<string>public.app-category.medical</string>")),
      RuleExample("a list of another kind", path: "App/Other.plist", plist("<key>a</key><true/>")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    guard let list = project.appLists.first(where: { $0.root["CFBundlePackageType"] != nil }),
      !project.declares(Self.key)
    else { return }
    record.flaw(manual, in: list, at: list.root.position, .note, "The app names no category.")
  }
}
