extension SourceUnit {
  private static let marks: Set<String> = ["main", "UIApplicationMain", "NSApplicationMain"]

  /// Whether the file is written in a language of Apple's platforms.
  var isOfApple: Bool { language == .swift || language == .objectiveC }

  /// Whether what the system starts an app with stands in the file: `@main`, a call of `UIApplicationMain`, `main.swift`;
  /// a class of an activity or an application.
  var beginsApp: Bool {
    if isOfApple {
      return path == "main.swift" || path.hasSuffix("/main.swift")
        || !calls("UIApplicationMain", "NSApplicationMain").isEmpty
        || holdsType { type in type.attributes.contains { Self.marks.contains($0.name) } }
    }
    return holdsType { type in
      !type.flags.contains(.isAbstract)
        && type.supertypes.contains { text in
          let name = Declaration.simpleTypeName(text)
          return name.hasSuffix("Activity") || name.hasSuffix("Application")
        }
    }
  }

  private func holdsType(_ test: (Declaration) -> Bool) -> Bool {
    allDeclarations.contains { $0.kind == .type && test($0) }
  }
}
