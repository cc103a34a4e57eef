import UntrustedInput

extension AuditRecord {
  /// A flaw in a file of an Android project; what does not reach users is a note.
  mutating func flaw(
    _ manual: RuleManual, android file: SourceText, at place: TextPosition, _ severity: FindingSeverity,
    _ message: String, edits: [SourceEdit] = []
  ) {
    flaw(manual, in: file, at: place, AndroidPlace(file.path).isShipped ? severity : .note, message, edits: edits)
  }
}

/// A manifest around some elements, for examples: they begin on line 2.
func manifest(_ inside: String) -> String {
  "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\">\n\(inside)\n</manifest>\n"
}

/// A manifest with an application around some components, for examples: they begin on line 3.
func application(_ inside: String, _ attributes: String = "") -> String {
  manifest("<application \(attributes)>\n\(inside)\n</application>")
}

/// A network security configuration around some elements, for examples: they begin on line 2.
func networkConfig(_ inside: String) -> String {
  "<network-security-config>\n\(inside)\n</network-security-config>\n"
}
