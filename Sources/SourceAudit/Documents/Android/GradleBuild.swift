import UntrustedInput

/// A build file of Gradle, in Groovy or Kotlin.
struct GradleBuild: Sendable {
  let file: SourceText
  let statements: [GradleStatement]
  let values: GradleValues
  /// Where the first thing stands that could not be read; nil for none.
  let brokenLine: Int?
  /// Not all statements were read.
  let isCut: Bool

  init(_ file: SourceText) {
    self.file = file
    (statements, brokenLine, isCut) = GradleParser.statements(file.text)
    values = GradleValues(statements)
  }

  var place: AndroidPlace { AndroidPlace(file.path) }

  /// Whether it makes an app; a library's settings reach users through an app.
  var makesApp: Bool {
    statements.contains { statement in
      statement.arguments.contains { argument in
        argument.texts.contains { $0.text == "com.android.application" }
          || argument.words.joined(separator: ".").lowercased().contains("android.application")
      }
        || ["applicationId"].contains(statement.name)
        || statement.names.contains { $0 == "com.android.application" }
    }
  }

  /// Settings of one name, in the order of the file.
  func settings(_ names: String...) -> [GradleStatement] {
    statements.filter { !$0.isBlock && names.contains($0.setting) }
  }
}
