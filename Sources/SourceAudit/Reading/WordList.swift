/// The keywords of a language, looked up without making a text of each name.
struct WordList: Sendable {
  private static let longest = 12
  /// The keywords by their first letter and their length.
  private let rows: [[(key: UInt128, row: UInt8)]]

  /// - Parameter words: lower-case ASCII, at most 12 letters; the row of the first is 1.
  init(_ words: [String]) {
    var rows = [[(key: UInt128, row: UInt8)]](repeating: [], count: 32 * 16)
    for (index, word) in words.enumerated() {
      let letters = Array(word.utf8)
      let key = letters.reduce(0) { $0 << 8 | UInt128($1) }
      rows[Self.place(letters[0], letters.count)].append((key, UInt8(index + 1)))
    }
    self.rows = rows
  }

  private static func place(_ first: UInt8, _ count: Int) -> Int { Int(first & 31) << 4 | count }

  /// The row of the keyword, or 0 for a plain name.
  func row(_ bytes: [UInt8], _ range: Range<Int>) -> UInt8 {
    guard range.count >= 2, range.count <= Self.longest else { return 0 }
    let place = Self.place(bytes[range.lowerBound], range.count)
    guard !rows[place].isEmpty else { return 0 }
    var key: UInt128 = 0
    for index in range {
      let byte = bytes[index]
      guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { return 0 }
      key = key << 8 | UInt128(byte)
    }
    for candidate in rows[place] where candidate.key == key { return candidate.row }
    return 0
  }
}
