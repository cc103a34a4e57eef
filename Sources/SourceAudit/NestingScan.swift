/// Looks at brackets before the parser does: the parser and every walk below it descend by recursion.
enum NestingScan {
  /// Deeper brackets than any person writes; the parser's own bound, which counts stray closing brackets too.
  static let deepestBrackets = 256
  /// Levels of the syntax tree. A chain of a thousand calls is two thousand levels.
  static let deepestTree = 4_000

  /// The deepest bracket nesting, counted in raw text: brackets in strings count too, which errs towards refusal.
  static func depth(of text: String) -> Int {
    var depth = 0
    var deepest = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      default: break
      }
    }
    return deepest
  }
}
