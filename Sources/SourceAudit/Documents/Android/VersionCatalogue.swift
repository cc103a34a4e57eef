import UntrustedInput

/// A version catalogue: `gradle/libs.versions.toml`.
/// Source: docs.gradle.org, Version catalogs, section The version catalog TOML file format.
struct VersionCatalogue: Sendable {
  let file: SourceText
  /// Versions by their alias in lower case without signs.
  let versions: [String: String]
  let dependencies: [GradleDependency]
  /// Where a text begins that does not end; nil for none.
  let brokenLine: Int?

  init(_ file: SourceText) {
    self.file = file
    let (tokens, brokenLine) = GradleLexer.tokens(file.text, style: .catalogue)
    self.brokenLine = brokenLine
    var section = ""
    var versions: [String: String] = [:]
    var places: [String: TextPosition] = [:]
    var libraries: [[GradleToken]] = []
    for line in Self.lines(tokens) {
      if line.count == 3, line[0].isSign("["), line[2].isSign("]") {
        section = line[1].text
        continue
      }
      guard line.count > 2, line[1].isSign("=") else { continue }
      if section == "versions", let value = line.dropFirst(2).first(where: { $0.kind == .text }) {
        versions[Self.key(line[0].text)] = value.text
        places[Self.key(line[0].text)] = line[0].position
      }
      if section == "libraries" { libraries.append(line) }
    }
    self.versions = versions
    dependencies = libraries.compactMap { Self.dependency($0, versions, places, file) }
  }

  /// Aliases are written with `-`, `_` and `.` for the same thing.
  static func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// A line ends where no brackets are open.
  private static func lines(_ tokens: [GradleToken]) -> [[GradleToken]] {
    var lines: [[GradleToken]] = [[]]
    var depth = 0
    for token in tokens {
      if token.isSign("{") || token.isSign("[") { depth += 1 }
      if token.isSign("}") || token.isSign("]") { depth -= 1 }
      if token.kind == .lineEnd {
        if depth <= 0 { lines.append([]) }
      } else {
        lines[lines.count - 1].append(token)
      }
    }
    return lines
  }

  /// `alias = "g:a:1"`, or `alias = { module = "g:a", version.ref = "x" }`; placed at its version.
  private static func dependency(
    _ line: [GradleToken], _ versions: [String: String], _ places: [String: TextPosition], _ file: SourceText
  ) -> GradleDependency? {
    if line.count == 3, line[2].kind == .text {
      return GradleDependency(line[2].text, file: file, position: line[0].position)
    }
    var values: [String: String] = [:]
    for (index, token) in line.enumerated().dropFirst(2)
    where token.isSign("=") && index > 0 && index + 1 < line.count && line[index + 1].kind == .text {
      values[line[index - 1].text] = line[index + 1].text
    }
    let reference = (values["version.ref"] ?? values["ref"]).map(key)
    let version = reference.flatMap { versions[$0] } ?? values["version"] ?? ""
    let module = values["module"] ?? "\(values["group"] ?? ""):\(values["name"] ?? "")"
    return GradleDependency(
      "\(module):\(version)", file: file, position: reference.flatMap { places[$0] } ?? line[0].position)
  }
}
