import UntrustedInput

/// One change of a file: the bytes of a range give way to a text.
///
/// - Protects against: a fix that a person has to type again.
/// - Does not protect against: a file that changed since it was read; whoever applies edits compares first.
public struct SourceEdit: Sendable, Hashable {
  /// The path from the root of the project.
  public let file: String
  /// UTF-8 offset of the first byte that gives way.
  public let start: Int
  /// UTF-8 offset behind the last byte that gives way.
  public let end: Int
  public let replacement: String

  /// An empty range inserts, an empty text removes.
  public init(file: String, start: Int, end: Int, replacement: String) {
    self.file = file
    self.start = start
    self.end = max(start, end)
    self.replacement = replacement
  }
}

extension SourceText {
  /// How far behind a place an edit looks for the text that it replaces.
  private static let reach = 200

  /// The first `old` at or after an offset, as a whole word, changed to `new`; none when it does not stand nearby.
  package func edit(_ old: String, to new: String, from offset: UInt32) -> [SourceEdit] {
    var text = text
    let wanted = Array(old.utf8)
    let found = text.withUTF8 { bytes -> Int? in
      let last = min(bytes.count - wanted.count, Int(offset) + Self.reach)
      guard !wanted.isEmpty, Int(offset) <= last else { return nil }
      return (Int(offset)...last).first { start in
        bytes[start..<start + wanted.count].elementsEqual(wanted)
          && (start == 0 || !Self.joins(bytes[start - 1], wanted[0]))
          && (start + wanted.count == bytes.count || !Self.joins(wanted[wanted.count - 1], bytes[start + wanted.count]))
      }
    }
    return found.map { [SourceEdit(file: path, start: $0, end: $0 + wanted.count, replacement: new)] } ?? []
  }

  /// The same from a place in lines and columns.
  package func edit(_ old: String, to new: String, from place: TextPosition) -> [SourceEdit] {
    offset(of: place).map { edit(old, to: new, from: $0) } ?? []
  }

  /// Nil when the file has no such line.
  package func offset(of place: TextPosition) -> UInt32? {
    guard place.line >= 1, place.column >= 1 else { return nil }
    var text = text
    return text.withUTF8 { bytes -> UInt32? in
      var line = 1
      var index = 0
      while line < place.line {
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        index = end + 1
        line += 1
      }
      var column = 1
      while column < place.column, index < bytes.count {
        index += 1
        while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
        column += 1
      }
      return UInt32(index)
    }
  }

  /// Two bytes of one word.
  private static func joins(_ left: UInt8, _ right: UInt8) -> Bool { isWord(left) && isWord(right) }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }
}

extension Expression {
  /// The name of a name or member changed to another; none when it does not stand there as written.
  package func renaming(to new: String) -> [SourceEdit] {
    guard kind == .name || kind == .member else { return [] }
    let edits = unit.edit(name, to: new, from: offset)
    return edits.filter { $0.start <= Int(offset) + 1 }
  }
}

extension SourceUnit {
  /// The edit of its text, which rests on what no table tells.
  package func edit(_ old: String, to new: String, from offset: UInt32) -> [SourceEdit] {
    Trace.note(allOf: self)
    return text.edit(old, to: new, from: offset)
  }
}
