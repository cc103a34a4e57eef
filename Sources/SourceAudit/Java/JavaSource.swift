/// The front end for Java.
///
/// - Protects against: syntax that it does not know, broken text and nesting made to exhaust the stack: each is reported
///   as a region of the unit, and the rest is read.
/// - Does not protect against: Unicode escapes that stand for signs or quotes (those in names and texts are read); types
///   and overloads are not checked.
///
/// Source: The Java Language Specification, Java SE 21 Edition, chapters 3 and 19.
package enum JavaSource {
  /// Reads the file in time and memory that grow with its length only.
  package static func unit(_ text: SourceText, number: Int) -> SourceUnit {
    var parser = JavaParser(text, number: number)
    parser.readFile()
    parser.reportUnread()
    if DebugFolder.holds(text.path) { parser.builder.region(.debugOnly, 0..<max(1, text.text.utf8.count)) }
    return parser.builder.finish()
  }
}
