#if Audit
  import SourceAudit
  import Testing

  /// One piece of code of an app out of a table:
  ///
  /// ```
  /// == rule | title
  /// -- Other.kt
  /// code with //! at the end of each line that must be found
  /// ```
  /// Without a rule the code is a repaired twin and stays quiet; `+rule` asks for a control under that id.
  struct AndroidSample: Sendable, CustomTestStringConvertible {
    let rule: String
    let title: String
    let files: [SourceText]
    /// `file:line`, sorted.
    let places: [String]
    var testDescription: String { "\(rule): \(title)" }

    static let all = [
      StorageSamples.text, CryptographySamples.text, NetworkSamples.text, PlatformSamples.text, ControlSamples.text,
      RewriteSamples.text,
    ].flatMap(samples)

    private static func samples(_ text: String) -> [AndroidSample] {
      ("\n" + text).split(separator: "\n== ").map { part in
        let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let head = lines[0].split(separator: "|", omittingEmptySubsequences: false)
        return AndroidSample(
          rule: head[0].filter { $0 != " " }, title: head.last.map(String.init) ?? "", lines: Array(lines.dropFirst()))
      }
    }

    private init(rule: String, title: String, lines: [String]) {
      self.rule = rule
      self.title = title
      let isKotlin = lines.contains { line in
        line.split(whereSeparator: { !$0.isLetter }).contains { ["fun", "val", "object"].contains($0) }
      }
      var files: [(path: String, lines: [String])] = []
      for line in lines {
        if line.hasPrefix("-- ") {
          files.append((String(line.dropFirst(3)), []))
        } else {
          if files.isEmpty { files.append((isKotlin ? "A.kt" : "A.java", [])) }
          files[files.count - 1].lines.append(line)
        }
      }
      self.files = files.map { SourceText(path: $0.path, text: $0.lines.joined(separator: "\n")) }
      places = files.flatMap { file in
        file.lines.enumerated().filter { $0.element.hasSuffix("//!") }.map { "\(file.path):\($0.offset + 1)" }
      }.sorted()
    }
  }
#endif
