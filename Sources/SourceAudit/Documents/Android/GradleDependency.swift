import UntrustedInput

/// A library that a build takes in, with its version where one is written.
struct GradleDependency: Sendable, Hashable {
  let group: String
  let name: String
  /// Empty when a platform or a plug-in gives it.
  let version: String
  let file: SourceText
  let position: TextPosition

  /// `group:name:version`, with or without version.
  init?(_ text: String, file: SourceText, position: TextPosition) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.count <= 4, !parts[0].isEmpty, !parts[1].isEmpty,
      !text.contains(where: { $0 == "/" || $0.isWhitespace })
    else { return nil }
    let version = parts.count > 2 ? parts[2].split(separator: "@").first ?? "" : ""
    self.init(
      group: String(parts[0]), name: String(parts[1]), version: String(version), file: file, position: position)
  }

  init(group: String, name: String, version: String, file: SourceText, position: TextPosition) {
    self.group = group
    self.name = name
    self.version = version
    self.file = file
    self.position = position
  }

  static func all(in build: GradleBuild, versions: (String) -> String?) -> [GradleDependency] {
    build.statements.flatMap { statement -> [GradleDependency] in
      guard statement.path.contains("dependencies"), !statement.name.lowercased().contains("test") else { return [] }
      let labelled = Dictionary(statement.arguments.map { ($0.label, $0.text ?? "") }) { first, _ in first }
      if let group = labelled["group"], let name = labelled["name"] {
        return [
          GradleDependency(
            group: group, name: name, version: labelled["version"] ?? "", file: build.file,
            position: statement.position)
        ]
      }
      return statement.arguments.flatMap(\.texts).compactMap { token in
        guard let found = GradleDependency(token.text, file: build.file, position: token.position) else { return nil }
        guard token.hasTemplate else { return found }
        // `"a:b:$version"`
        let named = found.version.drop { $0 == "$" || $0 == "{" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return GradleDependency(
          group: found.group, name: found.name, version: versions(String(named)) ?? "", file: build.file,
          position: token.position)
      }
    }
  }
}
