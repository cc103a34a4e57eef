/// The front end for Objective-C, at the level of calls: what a method calls, with which arguments, and what it assigns.
///
/// Names are those under which Swift sees the same thing (``ObjectiveCNames``), so that one rule reads both languages.
///
/// - Protects against: syntax that it does not know, broken text and nesting made to exhaust the stack: each is reported
///   as a region of the unit, and the rest is read.
/// - Does not protect against: what macros hide; C++ in the same file beyond its calls; types are not checked.
///
/// Source: Apple, The Objective-C Programming Language; ISO C11, section 6; Clang, ImportAsMember and
/// OmitNeedlessWords (Swift evolution SE-0005) for the names.
package enum ObjectiveCSource {
  /// Reads the file in time and memory that grow with its length only.
  package static func unit(_ text: SourceText, number: Int) -> SourceUnit {
    var parser = ObjectiveCParser(text, number: number)
    parser.readFile()
    parser.reportUnread()
    return parser.builder.finish()
  }
}
