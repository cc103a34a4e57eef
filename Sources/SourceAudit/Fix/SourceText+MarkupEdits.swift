import UntrustedInput

extension SourceText {
  /// The value of an attribute changed to another; none when it does not stand there as a text in quotes.
  func edit(_ attribute: MarkupAttribute, to new: String) -> [SourceEdit] {
    guard let begin = offset(of: attribute.position) else { return [] }
    let bytes = Array(text.utf8)
    var start = Int(begin) + attribute.name.utf8.count
    while start < bytes.count, bytes[start] == UInt8(ascii: "=") || Self.isBlank(bytes[start]) { start += 1 }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'"),
      let end = bytes[(start + 1)...].firstIndex(of: bytes[start])
    else { return [] }
    return [SourceEdit(file: path, start: start + 1, end: end, replacement: new)]
  }

  /// One more attribute behind the name of an element.
  func addition(to element: MarkupElement, of attribute: String) -> [SourceEdit] {
    guard let begin = offset(of: element.position) else { return [] }
    let place = Int(begin) + 1 + element.name.utf8.count
    return [SourceEdit(file: path, start: place, end: place, replacement: " " + attribute)]
  }

  /// An element taken out, with its line when nothing else stands on it; none for an element with content.
  func removal(of element: MarkupElement) -> [SourceEdit] {
    guard element.elements.isEmpty, let begin = offset(of: element.position) else { return [] }
    let bytes = Array(text.utf8)
    var start = Int(begin)
    guard var end = Self.endOfTag(from: start, bytes) else { return [] }
    if bytes[end - 2] != UInt8(ascii: "/") {
      guard let closing = bytes[end...].firstIndex(of: UInt8(ascii: "<")), closing + 1 < bytes.count,
        bytes[closing + 1] == UInt8(ascii: "/"), let after = Self.endOfTag(from: closing, bytes)
      else { return [] }
      end = after
    }
    var lineStart = start
    while lineStart > 0, bytes[lineStart - 1] == UInt8(ascii: " ") || bytes[lineStart - 1] == UInt8(ascii: "\t") {
      lineStart -= 1
    }
    let isFirst = lineStart == 0 || bytes[lineStart - 1] == UInt8(ascii: "\n")
    if isFirst, let next = bytes[end...].firstIndex(where: { !Self.isBlank($0) || $0 == UInt8(ascii: "\n") }),
      bytes[next] == UInt8(ascii: "\n")
    {
      start = lineStart
      end = next + 1
    }
    return [SourceEdit(file: path, start: start, end: end, replacement: "")]
  }

  /// The offset behind the `>` of the tag that begins at an offset.
  private static func endOfTag(from start: Int, _ bytes: [UInt8]) -> Int? {
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
