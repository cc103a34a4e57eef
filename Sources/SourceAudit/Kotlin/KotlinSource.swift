/// The front end for Kotlin.
///
/// - Protects against: syntax that it does not know, broken text and nesting made to exhaust the stack: each is reported
///   as a region of the unit, and the rest is read.
/// - Does not protect against: Kotlin that does not compile but reads like Kotlin; types and overloads are not checked.
///
/// Source: Kotlin language specification, Syntax and grammar.
package enum KotlinSource {
  /// Reads the file in time and memory that grow with its length only.
  package static func unit(_ text: SourceText, number: Int) -> SourceUnit {
    var parser = KotlinParser(text, number: number)
    parser.readFile()
    parser.reportUnread()
    if DebugFolder.holds(text.path) { parser.builder.region(.debugOnly, 0..<max(1, text.text.utf8.count)) }
    parser.builder.resolveImportAliases()
    return parser.builder.finish()
  }
}
