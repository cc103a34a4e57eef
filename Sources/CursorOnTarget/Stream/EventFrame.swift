/// Finds the end of one event, byte by byte; it goes on where it stopped when more bytes are there.
///
/// It judges no event: names, references and characters of any kind are stepped over, comments, processing
/// instructions and CDATA sections to where XML ends them. What no event may hold ``CoTReader`` refuses, and behind it
/// the stream goes on. An event in well-formed XML always has an end here, unless a document type stands before it.
///
/// It gives up only where the end cannot be found safely, because two readers would find two:
/// - at a `<` inside a tag or a value, where a tag or a quote before it may not have been closed;
/// - at `<>`, and at a `/` in a tag without `>` behind it, which some take for an empty element and some do not;
/// - at two hyphens inside a comment, and at `<` or `>` inside a declaration, which some take for its end;
/// - at `<!` that begins neither a comment nor a CDATA section: only who reads a document type knows where it ends.
///
/// A server that sends well-formed events sends none of this. One that relays bytes unread lets every client end the
/// streams of the others; nothing here can help against that.
struct EventFrame: Sendable {
  private enum Place {
    /// Before the event, blanks allowed.
    case before
    /// Inside `<?xml … ?>`; whether the last byte was a `?`.
    case declaration(Bool)
    case text
    /// Behind `<`.
    case opened
    case tag
    /// Behind a `/` in a tag.
    case tagEnd
    case quoted(UInt8)
    case endTag
    /// Behind `<!`, and what follows it so far.
    case mark([UInt8])
    /// Inside `<!-- … -->`; how many of its end are there.
    case comment(Int)
    /// Inside `<? … ?>`; whether the last byte was a `?`.
    case instruction(Bool)
    /// Inside `<![CDATA[ … ]]>`; how many of its end are there.
    case characterData(Int)
  }

  private static let comment = Array("--".utf8)
  private static let characterData = Array("[CDATA[".utf8)

  /// Where the event begins, behind a declaration; among the bytes that are there.
  var start: Int { event - passed }
  /// Whether a declaration or the event has begun.
  var hasBegun: Bool { begun != nil }
  /// Bytes of the event that were looked at, its declaration included.
  var length: Int { begun.map { index - $0 } ?? 0 }
  private var event = 0
  private var begun: Int?
  /// Bytes looked at, from the end of the event before, and those of them that were given up.
  private var index = 0
  private var passed = 0
  private var place = Place.before
  private var depth = 0

  /// Gives up all bytes that were looked at; how many of those that are there.
  mutating func discard() -> Int {
    defer { passed = index }
    return index - passed
  }

  /// How many of these bytes there are up to the end of the event; nil when it is not there yet.
  mutating func end(in bytes: ArraySlice<UInt8>) throws(CoTError) -> Int? {
    let first = bytes.startIndex - passed
    let count = bytes.count + passed
    while index < count {
      let byte = bytes[first + index]
      switch place {
      case .before:
        if Self.isBlank(byte) {
          index += 1
        } else {
          guard try begin(bytes.dropFirst(index - passed).prefix(7)) else { return nil }
        }
        continue
      case .declaration(let isEnding): try passDeclaration(byte, isEnding)
      case .text: if byte == UInt8(ascii: "<") { place = .opened }
      case .opened: try open(byte)
      case .tag: try passTag(byte)
      case .tagEnd:
        guard byte == UInt8(ascii: ">") else { throw .malformed(expected: "'>'", offset: index) }
        place = .text
        if depth == 0 { return end() }
      case .quoted(let quote):
        if byte == quote { place = .tag } else { try refuseMark(byte) }
      case .endTag:
        try refuseMark(byte)
        if byte == UInt8(ascii: ">") {
          depth -= 1
          place = .text
          if depth == 0 { return end() }
        }
      case .mark(let there): try passMark(there + [byte])
      case .comment(let ending): try passComment(byte, ending)
      case .instruction(let isEnding):
        place = isEnding && byte == UInt8(ascii: ">") ? around : .instruction(byte == UInt8(ascii: "?"))
      case .characterData(let ending): passCharacterData(byte, ending)
      }
      index += 1
    }
    return nil
  }

  private mutating func end() -> Int {
    index += 1
    return index - passed
  }

  private var around: Place { depth > 0 ? .text : .before }

  /// Whether the first bytes that are there are enough to tell what begins here.
  private mutating func begin(_ there: ArraySlice<UInt8>) throws(CoTError) -> Bool {
    let bytes = Array(there)
    func isPart(_ mark: String) -> Bool { mark.utf8.prefix(bytes.count).elementsEqual(bytes.prefix(mark.utf8.count)) }
    if isPart("<event") {
      guard bytes.count > 6 else { return false }
      guard Self.isBlank(bytes[6]) || bytes[6] == UInt8(ascii: ">") || bytes[6] == UInt8(ascii: "/") else {
        throw .malformed(expected: "an event", offset: index)
      }
      (event, begun) = (index, begun ?? index)
      go(to: .tag, behind: 6)
    } else if isPart("<!--") {
      guard bytes.count > 3 else { return false }
      go(to: .comment(0), behind: 4)
    } else if isPart("<?xml") {
      guard bytes.count > 5 else { return false }
      guard Self.isBlank(bytes[5]) else {
        // `xml` alone names no processing instruction.
        guard Self.isNamePart(bytes[5]) else { throw .malformed(expected: "an event", offset: index) }
        go(to: .instruction(false), behind: 5)
        return true
      }
      begun = begun ?? index
      go(to: .declaration(false), behind: 5)
    } else if isPart("<?"), bytes.count > 2, Self.isNameStart(bytes[2]) {
      go(to: .instruction(false), behind: 3)
    } else {
      throw .malformed(expected: "an event", offset: index)
    }
    return true
  }

  private mutating func go(to place: Place, behind count: Int) {
    self.place = place
    index += count
  }

  private mutating func passDeclaration(_ byte: UInt8, _ isEnding: Bool) throws(CoTError) {
    guard byte != UInt8(ascii: "<"), isEnding || byte != UInt8(ascii: ">") else {
      throw .malformed(expected: "the end of the declaration", offset: index)
    }
    place = byte == UInt8(ascii: ">") ? .before : .declaration(byte == UInt8(ascii: "?"))
  }

  /// Whatever else stands here, the reader judges whether it is a name.
  private mutating func open(_ byte: UInt8) throws(CoTError) {
    switch byte {
    case UInt8(ascii: "/"): place = .endTag
    case UInt8(ascii: "!"): place = .mark([])
    case UInt8(ascii: "?"): place = .instruction(false)
    case UInt8(ascii: ">"): throw .malformed(expected: "a name", offset: index)
    default:
      place = .tag
      try passTag(byte)
    }
  }

  private mutating func passMark(_ there: [UInt8]) throws(CoTError) {
    if there == Self.comment {
      place = .comment(0)
    } else if there == Self.characterData {
      place = .characterData(0)
    } else {
      guard Self.comment.starts(with: there) || Self.characterData.starts(with: there) else {
        throw .forbidden(.declaration, offset: index)
      }
      place = .mark(there)
    }
  }

  /// Two hyphens inside a comment are its end: with more behind them readers disagree where it ends.
  private mutating func passComment(_ byte: UInt8, _ ending: Int) throws(CoTError) {
    guard ending < 2 else {
      guard byte == UInt8(ascii: ">") else { throw .malformed(expected: "the end of the comment", offset: index) }
      place = around
      return
    }
    place = .comment(byte == UInt8(ascii: "-") ? ending + 1 : 0)
  }

  private mutating func passCharacterData(_ byte: UInt8, _ ending: Int) {
    switch byte {
    case UInt8(ascii: "]"): place = .characterData(min(ending + 1, 2))
    case UInt8(ascii: ">") where ending == 2: place = .text
    default: place = .characterData(0)
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

  /// In XML, where names may have colons and letters beyond ASCII; those are not told from other characters there.
  private static func isNameStart(_ byte: UInt8) -> Bool {
    CoTElement.isNameStart(byte) || byte == UInt8(ascii: ":") || byte >= 0x80
  }

  private static func isNamePart(_ byte: UInt8) -> Bool { CoTElement.isNamePart(byte) || isNameStart(byte) }
}
