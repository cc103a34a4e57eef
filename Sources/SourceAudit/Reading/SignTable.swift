/// The operators and separators of a language by their first byte.
struct SignTable: Sendable {
  private let rows: [[(text: [UInt8], kind: SourceToken.Kind)]]

  /// - Parameter signs: longer ones before those that they begin with.
  init(_ signs: [(String, SourceToken.Kind)]) {
    var rows = [[(text: [UInt8], kind: SourceToken.Kind)]](repeating: [], count: 128)
    for (text, kind) in signs {
      let bytes = Array(text.utf8)
      rows[Int(bytes[0])].append((bytes, kind))
    }
    self.rows = rows
  }

  func first(in bytes: [UInt8], at start: Int) -> (kind: SourceToken.Kind, width: Int)? {
    guard bytes[start] < 128 else { return nil }
    candidates: for row in rows[Int(bytes[start])] {
      guard start + row.text.count <= bytes.count else { continue }
      for index in row.text.indices where bytes[start + index] != row.text[index] { continue candidates }
      return (row.kind, row.text.count)
    }
    return nil
  }
}
