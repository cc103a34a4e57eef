#if Audit
  import SwiftParser
  import SwiftSyntax

  /// The Swift front end: swift-syntax in, a ``SourceUnit`` out. No file is dropped for its syntax: what the parser does
  /// not understand becomes a region, the rest is read.
  package enum SwiftSource {
    /// Nil when the text is nested too deeply for the parser.
    package static func unit(_ text: SourceText, number: Int = 0) -> SourceUnit? {
      guard NestingScan.isWithinLimits(text.text) else { return nil }  // O.Source_1#3
      var utf8 = text.text
      let tree = utf8.withUTF8 { Parser.parse(source: $0, maximumNestingLevel: NestingScan.deepestBrackets) }
      var reader = SwiftReader(text, number: number)
      reader.read(tree)
      return reader.isTooDeep ? nil : reader.builder.finish()
    }
  }
#endif
