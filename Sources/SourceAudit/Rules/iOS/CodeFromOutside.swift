/// Code, classes and selectors that are chosen by a text from outside, and libraries from folders that the app writes.
struct CodeFromOutside: Rule {
  private static let loaders: [String: [String]] = [
    "dlopen": ["0"], "dlsym": ["1"], "NSClassFromString": ["0"], "NSSelectorFromString": ["0"], "Selector": ["0"],
    "Bundle": ["path", "url"], "setValuesForKeys": ["0"], "value": ["forKeyPath"],
  ]
  private static let writable: Set<String> = [
    "documentDirectory", "cachesDirectory", "applicationSupportDirectory", "temporaryDirectory",
    "NSTemporaryDirectory", "NSHomeDirectory", "libraryDirectory",
  ]

  let manual = RuleManual(
    "code-from-outside", "Nobody outside chooses what code runs",
    reason: "Whoever names the class, selector or library decides what the app does, with all of its rights.",
    fix: "Choose from a closed list by a value of an enumeration; load only libraries of the signed bundle.",
    ids: ["O.Source_1", "O.Source_2", "MASVS-CODE-4", "MASWE-0085", "CWE-470", "CWE-494"],
    violating: [
      RuleExample(
        "a class named by a link", lines: [3],
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard url.scheme == "app" else { return false }
          let screen = NSClassFromString(url.lastPathComponent) as? Screen.Type
          return show(screen)
        }
        """),
      RuleExample(
        "a library that was downloaded", lines: [2],
        """
        let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
        let handle = dlopen(folder.appendingPathComponent("plugin.dylib").path, RTLD_NOW)
        """),
    ],
    conforming: [
      RuleExample("a fixed class", #"let c = NSClassFromString("XCTestCase")"#),
      RuleExample("a library of the system", #"let h = dlopen("/usr/lib/libSystem.dylib", RTLD_NOW)"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for (name, places) in Self.loaders.sorted(by: { $0.key < $1.key }) {
      for call in unit.calls(name) {
        guard project.functions(calledBy: call).isEmpty,
          let chosen = places.lazy.compactMap({ Int($0).map { call.argument(at: $0) } ?? call.argument($0) }).first
        else { continue }
        if let found = project.door(of: chosen) {
          record.flaw(manual, at: call, .error, "What came from outside chooses what runs.", way: found.way)
        } else if name == "dlopen" || name == "Bundle" && isLoaded(call, project) {
          let names = project.origins(of: chosen, reach: .influence).names
          guard names.contains(where: Self.writable.contains) else { continue }
          record.flaw(manual, at: call, .warning, "This library lies in a folder that the app writes.")
        }
      }
    }
  }

  /// A bundle that only holds pictures and texts runs nothing.
  private func isLoaded(_ call: Expression, _ project: Project) -> Bool {
    guard let function = call.owner.enclosingFunction else { return false }
    return project.expressions(in: function).contains {
      ["load", "loadAndReturnError", "principalClass", "classNamed"].contains(
        $0.kind == .call ? $0.calledName : $0.name)
    }
  }
}
