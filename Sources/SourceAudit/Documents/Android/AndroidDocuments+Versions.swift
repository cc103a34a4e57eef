import UntrustedInput

extension AndroidDocuments {
  /// A number of the build, and where it is written.
  struct Level: Sendable {
    let number: Int
    let file: SourceText
    let position: TextPosition
  }

  /// The oldest version of Android that the module of a file runs on; nil when the project does not say it.
  func minSdk(near path: String) -> Int? { level("minSdk", near: path)?.number }

  /// The version of Android that the module of a file was made for.
  func targetSdk(near path: String) -> Int? { level("targetSdk", near: path)?.number }

  /// - Parameter name: `minSdk` or `targetSdk`.
  func level(_ name: String, near path: String) -> Level? {
    let module = AndroidPlace(path).module
    if let own = levels(name).first(where: { AndroidPlace($0.file.path).module == module }) { return own }
    if let manifest = manifests.first(where: { $0.place.module == module }), let level = level(name, in: manifest) {
      return level
    }
    // Modules that share a convention do not write it; two numbers would be a guess.
    let all = levels(name)
    return Set(all.map(\.number)).count == 1 ? all.first : nil
  }

  func levels(_ name: String) -> [Level] { levels[name] ?? [] }

  static func levels(
    _ name: String, _ builds: [GradleBuild], _ catalogues: [VersionCatalogue], _ written: [String: Set<String>]
  ) -> [Level] {
    builds.filter { $0.place.isShipped }.flatMap { build in
      build.settings(name, name + "Version").compactMap { setting -> Level? in
        guard let argument = setting.first else { return nil }
        let number =
          argument.number ?? Self.number(named: argument.words, catalogues, written) ?? Int(argument.text ?? "")
        return number.map { Level(number: $0, file: build.file, position: setting.position) }
      }
    }
  }

  private func level(_ name: String, in manifest: AndroidManifest) -> Level? {
    guard let attribute = manifest.root.first("uses-sdk")?.android(name + "Version"), let number = Int(attribute.value)
    else { return nil }
    return Level(number: number, file: manifest.file, position: attribute.position)
  }

  /// `libs.versions.min.sdk.get().toInt()`, `rootProject.ext.minSdk`, `Versions.MIN_SDK`.
  private static func number(
    named words: [String], _ catalogues: [VersionCatalogue], _ written: [String: Set<String>]
  ) -> Int? {
    let words = words.filter { !["get", "toInt", "toInteger", "Integer", "parseInt", "asInt"].contains($0) }
    guard let last = words.last else { return nil }
    if let index = words.firstIndex(of: "versions"), index + 1 < words.count {
      let key = VersionCatalogue.key(words[(index + 1)...].joined())
      for catalogue in catalogues { if let text = catalogue.versions[key] { return Int(text) } }
    }
    let found = written[VersionCatalogue.key(last)] ?? []
    return found.count == 1 ? found.first.flatMap { Int($0) } : nil
  }

  static func written(_ builds: [GradleBuild], _ properties: [PropertiesText]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for build in builds {
      for statement in build.statements {
        guard let first = statement.first, first.tokens.count == 1, first.tokens[0].kind != .word else { continue }
        found[VersionCatalogue.key(statement.name), default: []].insert(first.tokens[0].text)
      }
    }
    for list in properties {
      for entry in list.entries { found[VersionCatalogue.key(entry.key), default: []].insert(entry.value) }
    }
    return found
  }

  /// The text or number that a build file or a file of properties gives to a name, when all agree.
  func version(named name: String) -> String? {
    let found = written[VersionCatalogue.key(name)] ?? []
    return found.count == 1 ? found.first : nil
  }

  /// Every library that the project takes in.
  var dependencies: [GradleDependency] {
    catalogues.flatMap(\.dependencies)
      + builds.flatMap { GradleDependency.all(in: $0) { version(named: $0) } }
  }

  /// What an attribute may be in a build: itself, its resource, or what the build puts in its place.
  func values(of attribute: MarkupAttribute?) -> [String] {
    guard let attribute else { return [] }
    guard attribute.value.hasPrefix("${"), attribute.value.hasSuffix("}") else {
      return resources.values(of: attribute.value)
    }
    let name = String(attribute.value.dropFirst(2).dropLast())
    let filled = builds.flatMap { build in
      build.statements.compactMap { statement -> String? in
        guard statement.names.contains("manifestPlaceholders"), statement.entry(of: "buildTypes") != "debug" else {
          return nil
        }
        if statement.name == name { return statement.first?.tokens.first?.text }
        return statement.arguments.flatMap { Self.pairs($0) }.first { $0.name == name }?.value
      }
    }
    return filled.isEmpty ? [attribute.value] : filled
  }

  /// `[a: "b"]`, `a: "b"` and `mapOf("a" to "b")`.
  private static func pairs(_ argument: GradleArgument) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    if !argument.label.isEmpty, let value = argument.tokens.first { found.append((argument.label, value.text)) }
    for (index, token) in argument.tokens.enumerated()
    where (token.isSign(":") || token.text == "to") && index > 0 && index + 1 < argument.tokens.count {
      found.append((argument.tokens[index - 1].text, argument.tokens[index + 1].text))
    }
    return found
  }

  func isTrue(_ attribute: MarkupAttribute?) -> Bool { values(of: attribute).contains("true") }
  func isFalse(_ attribute: MarkupAttribute?) -> Bool { values(of: attribute).contains("false") }
}
