#if Audit
  import SwiftParser
  import SwiftSyntax

  /// The Swift front end: swift-syntax in, a ``SourceUnit`` out. No file is dropped for its syntax: what the parser does
  /// not understand, or must not be asked about, becomes a region, and the rest is read.
  package enum SwiftSource {
    private static let mostRegions = 16

    package static func unit(_ text: SourceText, number: Int = 0) -> SourceUnit {
      // The parser would pass over what stands between the marks of a merge.
      let (whole, marks) = ConflictMarker.blanked(text.text)
      let readable = NestingScan.readable(whole)  // O.Source_1#3
      var utf8 = readable.text
      let tree = utf8.withUTF8 { Parser.parse(source: $0, maximumNestingLevel: NestingScan.deepestBrackets) }
      var reader = SwiftReader(text, number: number)
      var parts = readable.blanked
      if let last = parts.last, parts.count > mostRegions {
        // What is blanked last may begin before others.
        let start = parts[(mostRegions - 1)...].map(\.lowerBound).min() ?? last.lowerBound
        parts = parts.prefix(mostRegions - 1) + [start..<last.upperBound]
      }
      for part in parts { reader.builder.region(.tooDeep, part) }
      for mark in marks { reader.builder.region(.unreadable, mark) }
      reader.read(tree)
      return reader.builder.finish()
    }
  }
#endif
