extension AndroidDocuments {
  private static let deepestName = 4
  private static let mostTokens = 16
  /// Words around the name of a value that say nothing about it.
  private static let fillers: Set<String> = [
    "get", "toBoolean", "toBooleanStrict", "as", "Boolean", "ext", "extra", "rootProject", "project", "it", "this",
    "property", "findProperty", "getProperty", "extensions", "extraProperties", "providers", "gradleProperty",
    "booleanValue", "orElse", "toString", "settings", "parent",
  ]
  private static let joints: Set<String> = [".", "(", ")", "[", "]", "?", "!"]

  /// Whether a setting of a build file is on, also through names that the build files of its module, those above it and
  /// files of properties give a value. Nil when that cannot be told.
  func isOn(_ setting: GradleStatement, in build: GradleBuild) -> Bool? {
    setting.first.flatMap { truth(of: $0.tokens, in: build, scopes: setting.scopes, depth: 0) }
  }

  private func truth(of tokens: [GradleToken], in build: GradleBuild, scopes: [String], depth: Int) -> Bool? {
    guard depth < Self.deepestName, let first = tokens.first else { return nil }
    if first.isSign("!") {
      return truth(of: Array(tokens.dropFirst()), in: build, scopes: scopes, depth: depth + 1).map { !$0 }
    }
    if first.text == "true" || first.text == "false" { return first.text == "true" }
    guard tokens.count <= Self.mostTokens, let name = Self.name(in: tokens) else { return nil }
    guard let found = value(of: name, in: build, scopes: scopes) else {
      let written = version(named: name)
      return written == "true" || written == "false" ? written == "true" : nil
    }
    return truth(of: found.value.tokens, in: found.holder, scopes: found.value.scopes, depth: depth + 1)
  }

  /// `x` of `rootProject.ext.x`, `extra["x"] as Boolean` and `property("x").toBoolean()`; nil of what is calculated.
  private static func name(in tokens: [GradleToken]) -> String? {
    guard tokens.allSatisfy({ $0.kind != .sign || joints.contains($0.text) }),
      !tokens.contains(where: { $0.kind == .number || ["hasProperty", "if", "else"].contains($0.text) })
    else { return nil }
    return tokens.last { ($0.kind == .word || $0.kind == .text) && !fillers.contains($0.text) }?.text
  }

  /// The nearest value of a name: in the build file itself, in others of its module, in those of the folders above.
  func value(
    of name: String, in build: GradleBuild, scopes: [String]
  ) -> (value: GradleValues.Value, holder: GradleBuild)? {
    if let own = build.values.value(of: name, seenFrom: scopes) { return (own, build) }
    var folders = build.place.module.split(separator: "/").prefix(Self.mostTokens).map(String.init)
    while true {
      for other in modules[folders.joined(separator: "/")] ?? [] where other.file.path != build.file.path {
        if let shared = other.values.sharedValue(of: name) { return (shared, other) }
      }
      guard folders.popLast() != nil else { return nil }
    }
  }

  /// Whether a setting names the signing configuration of debug builds, also through a name of the build files.
  func signsForDebug(_ setting: GradleStatement, in build: GradleBuild) -> Bool {
    guard let first = setting.first else { return false }
    var (tokens, holder, scopes) = (first.tokens, build, setting.scopes)
    for _ in 0..<Self.deepestName {
      let words = tokens.filter { $0.kind == .word || $0.kind == .text }.map(\.text)
      guard tokens.count <= Self.mostTokens,
        tokens.allSatisfy({ $0.kind != .sign || Self.joints.contains($0.text) && $0.text != "?" })
      else { return false }
      if words.contains("signingConfigs") { return words.contains("debug") }
      guard let name = Self.name(in: tokens), let next = value(of: name, in: holder, scopes: scopes) else {
        return false
      }
      (tokens, holder, scopes) = (next.value.tokens, next.holder, next.value.scopes)
    }
    return false
  }
}
