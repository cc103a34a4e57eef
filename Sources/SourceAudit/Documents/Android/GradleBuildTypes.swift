/// The build types of a build file that a debugger may attach to: by a setting of their own, or from the build type that
/// they are made after.
struct GradleBuildTypes {
  private static let deepest = 8
  /// Words of the names of build types that stay with who builds.
  private static let developers: Set<String> = [
    "debug", "dev", "develop", "development", "local", "mock", "test", "testing", "benchmark", "profile", "profiling",
    "internal", "qa", "ci", "instrumentation", "sample",
  ]

  private struct Base {
    let name: String
    let row: Int
  }
  private struct Setting {
    let isOn: Bool?
    let row: Int
  }

  private let statements: [GradleStatement]
  private var bases: [String: Base] = [:]
  private var settings: [String: Setting] = [:]

  init(_ build: GradleBuild, _ android: AndroidDocuments) {
    statements = build.statements
    for (row, statement) in statements.enumerated() where !statement.isBlock {
      guard let type = statement.entry(of: "buildTypes") else { continue }
      if statement.name == "initWith" {
        // `getByName("debug")`, `buildTypes.debug`
        let named = statement.arguments.flatMap(\.texts).last?.text ?? statement.arguments.flatMap(\.words).last
        bases[type] = named.map { Base(name: $0, row: row) }
      } else if statement.setting == "debuggable" {
        settings[type] = Setting(isOn: android.isOn(statement, in: build), row: row)
      }
    }
  }

  /// Where each build type that reaches others than who builds becomes debuggable.
  var debuggable: [(type: String, place: GradleStatement)] {
    Set(bases.keys).union(settings.keys).sorted().compactMap { type -> (type: String, place: GradleStatement)? in
      guard Self.developers.isDisjoint(with: SecretWords.words(of: type)), let row = rowOfDebuggable(type) else {
        return nil
      }
      return (type, statements[row])
    }
  }

  private func rowOfDebuggable(_ type: String) -> Int? {
    let (base, setting) = (bases[type], settings[type])
    // What is said last counts.
    if let setting, setting.row > base?.row ?? -1 { return setting.isOn == true ? setting.row : nil }
    guard let base else { return nil }
    return isDebuggable(base.name, depth: 0) ? base.row : nil
  }

  private func isDebuggable(_ type: String, depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    let (base, setting) = (bases[type], settings[type])
    if let setting, setting.row > base?.row ?? -1 { return setting.isOn == true }
    return base.map { isDebuggable($0.name, depth: depth + 1) } ?? (type == "debug")
  }
}
