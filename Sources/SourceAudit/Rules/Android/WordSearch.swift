/// Looks for several words in a text at once, upper and lower case alike, by bytes.
struct WordSearch: Sendable {
  private let words: [[UInt8]]
  /// Whether a word begins with the byte.
  private let begins: [Bool]

  /// - Parameter words: lower-case ASCII.
  init(_ words: [String]) {
    self.words = words.map { Array($0.utf8) }
    var begins = [Bool](repeating: false, count: 256)
    for word in self.words { begins[Int(word[0])] = true }
    self.begins = begins
  }

  /// - Parameter text: in lower case.
  func holds(_ text: [UInt8]) -> Bool {
    for start in text.indices where begins[Int(text[start])] {
      if words.contains(where: { text[start...].starts(with: $0) }) { return true }
    }
    return false
  }

  /// A text in lower case, as bytes.
  static func lower(_ text: String) -> [UInt8] {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return Array(text.lowercased().utf8) }
    return text.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }
}
