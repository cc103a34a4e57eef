/// Values beside a name that tells what they are (`password=…`, `"pin": "…"`, `Authorization: …`), and
/// credentials after an authentication scheme.
enum NamedValueMask {
  private static let endings = [
    "password", "passwd", "pwd", "passphrase", "passcode", "pin", "pincode", "otp", "otpcode", "token", "secret",
    "credential", "credentials", "apikey", "privatekey", "secretkey",
  ].map { Array($0.utf8) }
  /// Header fields whose value goes on to the end of the line.
  private static let lines = ["authorization", "cookie"].map { Array($0.utf8) }
  private static let schemes = ["bearer", "dpop"].map { Array($0.utf8) }
  private static let backslash = UInt8(ascii: "\\")

  static func apply(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard isName(text[index]) else {
        output.append(text[index])
        index += 1
        continue
      }
      let name = text[index...].prefix(while: isName)
      output += name
      index = name.endIndex
      let folded = fold(name)
      if schemes.contains(folded) {
        credential(text, &index, &output)
      } else if let kind = kind(of: folded), let start = startOfValue(text, after: index) {
        output += text[index..<start]
        index = start
        let isJSON = name.startIndex > 0 && isQuote(text[name.startIndex - 1])
        value(text, &index, &output, kind == .line ? .line : isJSON ? .literal : .word)
      }
    }
    return output
  }

  /// How far a value without quotes goes: to a blank or `&`, to the next JSON punctuation, or to the end of the line.
  private enum Kind { case word, literal, line }

  private static func kind(of name: [UInt8]) -> Kind? {
    if lines.contains(where: { name.ends(with: $0) }) { return .line }
    return endings.contains { name.ends(with: $0) } ? .word : nil
  }

  /// Lower case without separators: `Mantlet-App-Token`, `appToken` and `app_token` are one name.
  private static func fold(_ name: ArraySlice<UInt8>) -> [UInt8] {
    name.suffix(64).compactMap { byte in
      switch byte {
      case 65...90: byte + 32
      case UInt8(ascii: "-"), UInt8(ascii: "_"): nil
      default: byte
      }
    }
  }

  /// Behind the closing quote of the name, `=` or `:`, and blanks; nil when no value follows.
  private static func startOfValue(_ text: [UInt8], after end: Int) -> Int? {
    var index = end
    while index < text.count, text[index] == backslash { index += 1 }
    if index < text.count, isQuote(text[index]) { index += 1 }
    skipBlanks(text, &index)
    guard index < text.count, text[index] == UInt8(ascii: "=") || text[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    skipBlanks(text, &index)
    return index < text.count && !isLineBreak(text[index]) ? index : nil
  }

  private static func value(_ text: [UInt8], _ index: inout Int, _ output: inout [UInt8], _ kind: Kind) {
    let start = index
    let opening = text[index...].prefix { $0 == backslash }.count
    if start + opening < text.count, isQuote(text[start + opening]) {
      let first = start + opening + 1
      let end = endOfQuote(text, from: first, quote: text[first - 1], escapes: opening)
      guard end > first else { return }
      output += text[start..<first]
      output += "<masked>".utf8
      index = end
      return
    }
    if text[index] == UInt8(ascii: "[") || text[index] == UInt8(ascii: "{") {
      // Where a list or an object ends is not worth guessing.
      index = text.count
    } else if kind == .line {
      while index < text.count, !isLineBreak(text[index]) { index += 1 }
    } else {
      skipWord(text, &index, kind)
      if schemes.contains(fold(text[start..<index])) {
        skipBlanks(text, &index)
        skipWord(text, &index, kind)
      }
    }
    if index > start { output += "<masked>".utf8 }
  }

  /// The closing quote, or the end of the text. JSON inside JSON doubles the backslashes: with `escapes` of them before
  /// the opening quote, a run before a quote closes only when it leaves this remainder. Source: RFC 8259, section 7.
  private static func endOfQuote(_ text: [UInt8], from start: Int, quote: UInt8, escapes: Int) -> Int {
    var index = start
    var run = 0
    while index < text.count {
      if text[index] == quote, run % (2 * (escapes + 1)) == escapes { return index - escapes }
      run = text[index] == backslash ? run + 1 : 0
      index += 1
    }
    return text.count
  }

  /// After `Bearer` or `DPoP`: blanks and one token68. Source: RFC 9110, section 11.2.
  private static func credential(_ text: [UInt8], _ index: inout Int, _ output: inout [UInt8]) {
    var end = index
    skipBlanks(text, &end)
    guard end > index else { return }
    let start = end
    while end < text.count, isToken68(text[end]) { end += 1 }
    guard end > start else { return }
    output += text[index..<start]
    output += "<token>".utf8
    index = end
  }

  private static func skipWord(_ text: [UInt8], _ index: inout Int, _ kind: Kind) {
    let ends = Array((kind == .literal ? " \t\r\n&\",}]" : " \t\r\n&\"").utf8)
    while index < text.count, !ends.contains(text[index]) { index += 1 }
  }

  private static func skipBlanks(_ text: [UInt8], _ index: inout Int) {
    while index < text.count, isBlank(text[index]) { index += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func isToken68(_ byte: UInt8) -> Bool {
    isName(byte) || [46, 126, 43, 47, 61].contains(byte)  // . ~ + / =
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: [UInt8]) -> Bool { self.suffix(suffix.count).elementsEqual(suffix) }
}
