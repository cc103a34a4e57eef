/// The keywords of a language, looked up without making a text of each name.
struct WordList: Sendable {
  private static let longest = 12
  private let rows: [UInt128: UInt8]

  /// - Parameter words: lower-case ASCII, at most 12 letters; the row of the first is 1.
  init(_ words: [String]) {
    var rows: [UInt128: UInt8] = [:]
    for (index, word) in words.enumerated() {
      rows[Self.key(word.utf8)] = UInt8(index + 1)
    }
    self.rows = rows
  }

  private static func key(_ letters: some Sequence<UInt8>) -> UInt128 {
    letters.reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// The row of the keyword, or 0 for a plain name.
  func row(_ bytes: [UInt8], _ range: Range<Int>) -> UInt8 {
    guard range.count >= 2, range.count <= Self.longest else { return 0 }
    var key: UInt128 = 0
    for index in range {
      let byte = bytes[index]
      guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { return 0 }
      key = key << 8 | UInt128(byte)
    }
    return rows[key] ?? 0
  }
}
