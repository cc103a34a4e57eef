/// A text pattern with `*` for any text and `?` for one character; everything else stands for itself. Takes time in
/// proportion to the product of both lengths at worst, whatever the pattern.
struct GlobPattern: Sendable, Hashable {
  private let pattern: [Unicode.Scalar]

  init(_ text: String) { pattern = Array(text.unicodeScalars) }

  func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var (place, index) = (0, 0)
    var (star, mark) = (-1, 0)
    while index < text.count {
      if place < pattern.count, pattern[place] == "*" {
        (star, mark) = (place, index)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[index] {
        place += 1
        index += 1
      } else if star >= 0 {
        // The last `*` takes one character more.
        place = star + 1
        mark += 1
        index = mark
      } else {
        return false
      }
    }
    while place < pattern.count, pattern[place] == "*" { place += 1 }
    return place == pattern.count
  }
}
