/// What a literal of Java stands for.
enum JavaText {
  /// The text between the quotes, with escapes resolved and the indentation of a block removed.
  /// Source: The Java Language Specification, section 3.10.6.
  static func value(_ literal: ArraySlice<UInt8>) -> String {
    let quote = UInt8(ascii: "\"")
    let isBlock = literal.count >= 3 && literal.prefix(3).allSatisfy { $0 == quote }
    guard isBlock else {
      let isClosed = literal.count >= 2 && literal.last == quote
      return TextEscapes.resolved(isClosed ? literal.dropFirst().dropLast() : literal.dropFirst())
    }
    var inner = literal.dropFirst(3)
    if inner.count >= 3, inner.suffix(3).allSatisfy({ $0 == quote }) { inner = inner.dropLast(3) }
    guard let end = inner.firstIndex(of: 10) else { return TextEscapes.resolved(inner) }
    let lines = inner[(end + 1)...].split(separator: 10, omittingEmptySubsequences: false)
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
    let counted = lines.enumerated().filter { !$1.allSatisfy(isBlank) || $0 == lines.count - 1 }
    let indentation = counted.map { $1.prefix(while: isBlank).count }.min() ?? 0
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(10) }
      var line = line.dropFirst(indentation)
      while let last = line.last, isBlank(last) { line = line.dropLast() }
      bytes += line
    }
    return TextEscapes.resolved(bytes[...])
  }
}
