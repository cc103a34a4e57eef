/// A file that the code writes a secret to, as backup rules name it.
struct BackedUpSecret: Hashable {
  /// `file`, `sharedpref`, `database`.
  let domain: String
  let path: String

  private static let folders: Set<String> = ["filesDir", "getFilesDir"]
  private static let writers = ["writeText", "writeBytes", "write", "appendText", "appendBytes"]
  private static let prefs = ["getSharedPreferences"]

  /// Files whose name says that they hold a secret, files that one is written to, and preferences with one in the clear.
  static func all(in project: Project, seen: [Finding]) -> [BackedUpSecret] {
    var found: Set<BackedUpSecret> = []
    let plain = Set(seen.filter { $0.rule == "secrets-in-shared-preferences" }.map(\.file))
    for unit in project.units where unit.role == .app && AndroidRules.languages.contains(unit.language) {
      let code = AndroidCode(unit: unit, project: project)
      var secret: Set<Expression> = []
      for call in unit.calls(writers) {
        guard let value = call.argument(at: 0), project.isSecret(value) || SecretLook.isSecret(value, project),
          !code.isSealed(value), let receiver = code.receiver(of: call)
        else { continue }
        for passed in project.origins(of: receiver, reach: .influence).passed where passed.kind == .call {
          secret.insert(passed)
        }
      }
      for call in unit.calls("File", "openFileOutput") {
        let isFile = call.calledName == "File"
        if isFile, code.words(of: call.argument(at: 0)).isDisjoint(with: folders) { continue }
        guard let name = call.argument(at: isFile ? 1 : 0) else { continue }
        for text in project.texts(of: name) where isSecret(text) || secret.contains(call) {
          found.insert(BackedUpSecret(domain: "file", path: text))
        }
      }
      guard plain.contains(unit.path) else { continue }
      let names = unit.calls(prefs).compactMap { $0.argument(at: 0) }.flatMap { project.texts(of: $0) }
      for name in names { found.insert(BackedUpSecret(domain: "sharedpref", path: name + ".xml")) }
    }
    return found.sorted { ($0.domain, $0.path) < ($1.domain, $1.path) }
  }

  /// `auth_token.bin`; the ending says nothing.
  private static func isSecret(_ name: String) -> Bool {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    return SecretWords.judge(String(last.prefix { $0 != "." })) == .secret
  }
}
