/// Evidence for a terminal: one line per row.
public enum EvidenceText {
  /// `O.Data_2 (BSI TR-03161-1 v3.0): contradicted: statement [file:line, file:line]`
  public static func line(_ row: EvidenceRow) -> String {
    let places = row.places.isEmpty ? "" : " [" + row.places.map(\.description).joined(separator: ", ") + "]"
    return "\(row.requirement) (\(row.standard.title)): \(row.verdict.rawValue): \(escaped(row.statement))\(places)"
  }

  /// Control characters and line separators as `\u{…}`, so that a name cannot forge a second line or move a cursor.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
