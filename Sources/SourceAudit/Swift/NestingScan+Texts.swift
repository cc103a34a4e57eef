/// Comments and literals: what stands in them is no code.
/// Source: The Swift Programming Language, Lexical Structure.
extension NestingScan {
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")
  private static let newline = UInt8(ascii: "\n")

  /// Where the comment or the head of the literal that begins here ends; nil when none does.
  mutating func passOver(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int? {
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    switch (byte, next) {
    case (Self.slash, Self.slash):
      let end = bytes[place...].firstIndex(of: Self.newline) ?? bytes.count
      hide(place..<end, bytes)
      return end
    case (Self.slash, Self.star): return passComment(bytes, place)
    case (Self.slash, _) where hashes > 0: return passPattern(bytes, place)
    case (Self.slash, _): return passBarePattern(bytes, place)
    case (Self.quote, _): return openText(bytes, place)
    default: return nil
    }
  }

  /// `/* a /* b */ c */`
  private mutating func passComment(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var depth = 1
    var place = start + 2
    while place < bytes.count, depth > 0 {
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      switch (bytes[place], next) {
      case (Self.slash, Self.star):
        depth += 1
        place += 2
      case (Self.star, Self.slash):
        depth -= 1
        place += 2
      default: place += 1
      }
    }
    hide(start..<place, bytes)
    return place
  }

  /// `#/a(b/#`, on one line.
  private mutating func passPattern(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var place = start + 1
    while place < bytes.count, bytes[place] != Self.newline {
      if bytes[place] == Self.slash, hasHashes(hashes, bytes, place + 1) {
        hide(start..<place, bytes)
        endLiteral()
        return place + 1
      }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// What may stand directly before a `/` that begins something.
  private static let opening = Array(" \t\r\n([{,;:".utf8)
  /// With what a pattern is taken to begin, besides words: no blank, and nothing that may end an operator.
  private static let inPattern = Array("\\[(".utf8)

  /// `/a[(]/`, on one line. Where this is in doubt it is no pattern, as its brackets would not be seen.
  /// Source: SE-0354; RegexLiteralLexer of swift-syntax.
  private mutating func passBarePattern(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard start == 0 || Self.opening.contains(bytes[start - 1]), !namesOperator(bytes, start) else { return nil }
    var place = start + 1
    if place < bytes.count, bytes[place] == UInt8(ascii: "^") { place += 1 }
    guard place < bytes.count, Self.isInWord(bytes[place]) || Self.inPattern.contains(bytes[place]) else { return nil }
    var groups = 0
    var classes = 0
    var blank: Int?
    while place < bytes.count {
      switch bytes[place] {
      case Self.newline, UInt8(ascii: "\r"): return nil
      case Self.slash:
        let next = place + 1 < bytes.count ? bytes[place + 1] : 0
        guard blank != place - 1, next != Self.slash, next != Self.star else { return nil }
        hide(start..<(place + 1), bytes)
        endLiteral()
        return place + 1
      case UInt8(ascii: "\\"):
        place += 1
        if place < bytes.count, bytes[place] == Self.newline || bytes[place] == UInt8(ascii: "\r") { return nil }
      case UInt8(ascii: " "), UInt8(ascii: "\t"): blank = place
      case UInt8(ascii: "["): classes += 1
      case UInt8(ascii: "]"): classes = max(0, classes - 1)
      case UInt8(ascii: "(") where classes == 0: groups += 1
      case UInt8(ascii: ")") where classes == 0:
        guard groups > 0 else { return nil }
        groups -= 1
      default: break
      }
      place += 1
    }
    return nil
  }

  /// `func /(left: A, right: A) -> A`
  private func namesOperator(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var end = start
    while end > 0, Self.opening.prefix(4).contains(bytes[end - 1]) { end -= 1 }
    return ["func", "operator"].contains { bytes[..<end].suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private func hasHashes(_ count: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place + count <= bytes.count && bytes[place..<(place + count)].allSatisfy { $0 == Self.hash }
  }

  private func isLongQuote(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place + 2 < bytes.count && bytes[place + 1] == Self.quote && bytes[place + 2] == Self.quote
  }

  private mutating func openText(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    var isLong = isLongQuote(bytes, place)
    // `#"""#` is a text of one quotation mark.
    if isLong, hashes > 0 {
      let end = bytes[place...].firstIndex(of: Self.newline) ?? bytes.count
      isLong = !((place + 1)..<end).contains { bytes[$0] == Self.quote && hasHashes(hashes, bytes, $0 + 1) }
    }
    let head = place..<(place + (isLong ? 3 : 1))
    hide(head, bytes)
    text = OpenText(start: place, hashes: hashes, isLong: isLong)
    hashes = 0
    return head.upperBound
  }

  /// One part of a text: up to its end or to an insertion.
  mutating func readText(_ open: OpenText, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\\") where hasHashes(open.hashes, bytes, place + 1):
        let next = place + 1 + open.hashes
        guard next < bytes.count else { return endText(start..<bytes.count, bytes.count, bytes) }
        guard bytes[next] == UInt8(ascii: "(") else {
          place = bytes[next] == Self.newline ? next : next + 1
          continue
        }
        hideText(start..<place, next + 1, bytes)
        var held = open
        held.depth = brackets
        waiting.append(held)
        text = nil
        self.open(at: place)
        return next + 1
      case Self.newline where !open.isLong: return endText(start..<place, place, bytes)
      case Self.quote where !open.isLong && hasHashes(open.hashes, bytes, place + 1):
        return endText(start..<place, place + 1 + open.hashes, bytes)
      case Self.quote where open.isLong && isLongQuote(bytes, place) && hasHashes(open.hashes, bytes, place + 3):
        return endText(start..<place, place + 3 + open.hashes, bytes)
      default: place += 1
      }
    }
    return endText(start..<bytes.count, bytes.count, bytes)
  }

  private mutating func endText(_ part: Range<Int>, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    hideText(part, end, bytes)
    text = nil
    endLiteral()
    return end
  }

  /// What holds a text together stays where only a part of it is blanked.
  private mutating func hideText(_ part: Range<Int>, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    hide(part, bytes)
    guard let text, let blanking, blanking.from >= text.start, case .row = blanking.until else { return }
    keep(max(part.upperBound, blanking.from)..<max(end, blanking.from))
  }
}
