/// Finds the end of one event, byte by byte; it goes on where it stopped when more bytes are there.
struct EventFrame: Sendable {
  private enum Place {
    /// Before the event, blanks allowed.
    case before
    /// Inside `<?xml … ?>`.
    case declaration
    case text
    /// Behind `<`.
    case opened
    case tag
    /// Behind a `/` in a tag.
    case tagEnd
    case quoted(UInt8)
    case endTag
  }

  /// Where the event begins, behind a declaration.
  private(set) var start = 0
  private var place = Place.before
  private var index = 0
  private var depth = 0
  private var declarationStart: Int?

  /// How many bytes there are up to the end of the event; nil when it is not there yet.
  mutating func end(in bytes: ArraySlice<UInt8>) throws(CoTError) -> Int? {
    let first = bytes.startIndex
    let count = bytes.count
    while index < count {
      let byte = bytes[first + index]
      guard byte >= 0x20 && byte != 0x7F || Self.isBlank(byte) else { throw .unsafeCharacter(offset: index) }
      switch place {
      case .before:
        if Self.isBlank(byte) {
          index += 1
        } else {
          guard try begin(bytes) else { return nil }
        }
        continue
      case .declaration: try passDeclaration(byte, before: bytes[first + index - 1])
      case .text: if byte == UInt8(ascii: "<") { place = .opened }
      case .opened: try open(byte)
      case .tag: try passTag(byte)
      case .tagEnd:
        guard byte == UInt8(ascii: ">") else { throw .malformed(expected: "'>'", offset: index) }
        place = .text
        if depth == 0 { return index + 1 }
      case .quoted(let quote):
        if byte == quote { place = .tag } else { try refuseMark(byte) }
      case .endTag:
        try refuseMark(byte)
        if byte == UInt8(ascii: ">") {
          depth -= 1
          place = .text
          if depth == 0 { return index + 1 }
        }
      }
      index += 1
    }
    return nil
  }

  /// Whether enough bytes are there to tell what begins here.
  private mutating func begin(_ bytes: ArraySlice<UInt8>) throws(CoTError) -> Bool {
    let there = bytes.dropFirst(index).prefix(6)
    for (mark, isEvent) in [("<event", true), ("<?xml", false)] {
      let length = mark.utf8.count
      guard mark.utf8.prefix(there.count).elementsEqual(there.prefix(length)) else { continue }
      guard there.count >= 6 else { return false }
      let next = bytes.dropFirst(index + length).first
      if !isEvent {
        guard next.map(Self.isBlank) == true, declarationStart == nil else { break }
        (place, declarationStart) = (.declaration, index)
        index += length
        return true
      }
      guard let next else { return false }
      guard Self.isBlank(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") else { break }
      start = index
      place = .tag
      index += length
      return true
    }
    throw .malformed(expected: "an event", offset: index)
  }

  private mutating func passDeclaration(_ byte: UInt8, before: UInt8) throws(CoTError) {
    guard let declarationStart, index - declarationStart < 256, byte != UInt8(ascii: "<") else {
      throw .malformed(expected: "the end of the declaration", offset: index)
    }
    guard byte == UInt8(ascii: ">") else { return }
    guard before == UInt8(ascii: "?") else {
      throw .malformed(expected: "the end of the declaration", offset: index)
    }
    place = .before
  }

  private mutating func open(_ byte: UInt8) throws(CoTError) {
    switch byte {
    case UInt8(ascii: "/"): place = .endTag
    case UInt8(ascii: "!"): throw .forbidden(.declaration, offset: index)
    case UInt8(ascii: "?"): throw .forbidden(.processingInstruction, offset: index)
    default:
      guard CoTElement.isNameStart(byte) else { throw .malformed(expected: "a name", offset: index) }
      place = .tag
    }
  }

  private mutating func passTag(_ byte: UInt8) throws(CoTError) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): place = .quoted(byte)
    case UInt8(ascii: "/"): place = .tagEnd
    case UInt8(ascii: ">"):
      depth += 1
      place = .text
    default: try refuseMark(byte)
    }
  }

  private func refuseMark(_ byte: UInt8) throws(CoTError) {
    guard byte != UInt8(ascii: "<") else { throw .malformed(expected: "no '<' inside a tag", offset: index) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 10 || byte == 13 || byte == 9 }
}
