/// One walk over a text that collects what is to be masked, from left to right and without overlap.
///
/// Every byte is looked at a bounded number of times: looking back is bounded by ``MaskScanner/reach`` or by the end of
/// the last find, and whoever looks ahead without finding anything remembers how far it saw.
struct MaskScanner {
  /// How far one look back or one look at a short form goes, in bytes.
  static let reach = 256

  let bytes: UnsafeBufferPointer<UInt8>
  let classes = ByteClass.table
  let endings = NameEndings()
  let values = base64Values
  let count: Int
  /// How many wrappings of base64 may still be opened.
  let depth: Int
  /// Whether the first find ends the walk.
  let stopsAtFirst: Bool
  /// Whether the text goes on behind its end: what waits for an end that is not there is masked up to here.
  let isTorn: Bool
  let meter: StepMeter

  var index = 0
  /// Nothing before it may be touched any more: the end of the last find or mark.
  var floor = 0
  let seen = ScanMemory()

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, depth: Int = 2, stopsAtFirst: Bool = false, isTorn: Bool = false,
    meter: StepMeter = StepMeter()
  ) {
    self.bytes = bytes
    count = bytes.count
    self.depth = depth
    self.stopsAtFirst = stopsAtFirst
    self.isTorn = isTorn
    self.meter = meter
  }

  @inline(__always)
  func at(_ index: Int) -> UInt8 {
    meter.step()
    return bytes[index]
  }

  /// Whether the text was cut before this place: anything may stand there.
  func isCut(_ index: Int) -> Bool { isTorn && index >= count }

  /// The classes of a byte; none behind the end.
  @inline(__always)
  func kind(_ index: Int) -> UInt8 { index < count ? classes[Int(at(index))] : 0 }

  @inline(__always)
  func isName(_ index: Int) -> Bool { kind(index) & ByteClass.name.rawValue != 0 }

  @inline(__always)
  func isDigit(_ index: Int) -> Bool { kind(index) & ByteClass.digit.rawValue != 0 }

  mutating func run() {
    while index < count {
      let kind = classes[Int(at(index))]
      if kind & ByteClass.name.rawValue != 0 {
        word()
      } else if kind & ByteClass.sign.rawValue != 0 {
        sign()
      } else {
        index += 1
      }
      if stopsAtFirst, !seen.found.isEmpty { return }
    }
  }

  mutating func take(_ kind: MaskedKind, _ range: Range<Int>) {
    seen.found.append(Leak(kind, range))
    floor = range.upperBound
    index = range.upperBound
  }

  /// A run of letters, digits, `_` and single dashes.
  @inline(__always)
  private mutating func word() {
    let start = index
    var end = start
    var all: UInt8 = 0
    var kind: UInt8 = 0
    while true {
      kind = 0
      while end < count {
        kind = classes[Int(at(end))]
        guard kind & ByteClass.name.rawValue != 0 else { break }
        all |= kind
        end &+= 1
      }
      guard kind & ByteClass.sign.rawValue != 0, end + 1 < count, at(end) == UInt8(ascii: "-"), isName(end + 1) else {
        break
      }
      end &+= 1
    }
    // Most words end here: their last letters are those of no name.
    if kind & ByteClass.follower.rawValue != 0, end - start >= 2, endings.mayEnd(bytes, start..<end), named(start..<end)
    {
      return
    }
    if all & (ByteClass.digit.rawValue | ByteClass.jay.rawValue) != 0 || end - start >= 12
      || end - start >= Self.shortestEncoded && all & Self.mixed == Self.mixed,
      end - start >= 4 || !isPlainNumber(start), content(start..<end, all)
    {
      return
    }
    if end - start < Self.shortestEncoded, encodedShort(start..<end) { return }
    index = end
  }

  /// Most numbers of a log: no sign before them makes them a telephone number, and they stand or look like none.
  @inline(__always)
  private func isPlainNumber(_ start: Int) -> Bool {
    guard isDigit(start), start != seen.plusEnd, start > floor else { return false }
    let before = at(start - 1)
    return before != UInt8(ascii: "+") && before != UInt8(ascii: "(") && !(mayBegin(start) && isBoundary(start, start))
  }

  /// What a word is by its own form.
  private mutating func content(_ word: Range<Int>, _ all: UInt8) -> Bool {
    // The letter of `\n` and its kin belongs to the sign before it.
    let start = word.lowerBound == seen.escapeEnd - 1 ? seen.escapeEnd : word.lowerBound
    let end = word.upperBound
    guard start < end else { return false }
    if all & ByteClass.digit.rawValue != 0 {
      if isDigit(start) {
        if !isPlainNumber(start), number(start) { return true }
      } else if end - start >= 4, isDigit(start + 2), iban(start..<end) {
        return true
      }
    }
    // What may hold a key comes before it.
    if all & ByteClass.jay.rawValue != 0 || at(start) == UInt8(ascii: "e") && opensObject(start), token(start..<end) {
      return true
    }
    if all & Self.mixed == Self.mixed, end - start >= Self.shortestEncoded, encoded(start..<end) { return true }
    return end - start >= Self.shortestKey && key(start..<end)
  }

  static let mixed = ByteClass.upper.rawValue | ByteClass.lower.rawValue

  private mutating func sign() {
    switch at(index) {
    case UInt8(ascii: "@"): mail(signLength: 1)
    case UInt8(ascii: "-"): dash()
    case UInt8(ascii: "<"): mark()
    case UInt8(ascii: ">"): element()
    case UInt8(ascii: ":"): authority()
    default:
      let (byte, length) = scalar(index)
      if length > 1, byte == UInt8(ascii: "@") { return mail(signLength: length) }
      if length > 1, byte == UInt8(ascii: "-"), isEscapedBlock(index) {
        return take(.pem, index..<endOfBlock(index))
      }
      index += length
      if length > 1 {
        if byte == UInt8(ascii: "+") { seen.plusEnd = index }
        // The letters of an escape are no part of an address behind it.
        if bytes[index - length] == UInt8(ascii: "\\"), classes[Int(byte)] & ByteClass.local.rawValue == 0 {
          floor = index
        }
      } else if byte == UInt8(ascii: "\\"), index < count {
        switch at(index) {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): seen.escapeEnd = index + 1
        default: break
        }
      }
    }
  }

  /// Steps over a mark that an earlier masking left.
  private mutating func mark() {
    guard let end = endOfMark(index) else {
      if starts(index + 1, with: "NSHTTPCookie"), let value = valueOfCookie(index + 13) { return take(.value, value) }
      index += 1
      return
    }
    if index != seen.loginMark, namesElement(end) { return index = end - 1 }
    floor = end
    index = end
  }

  /// The byte at a place and its length there: percent-encoded once or twice (`%40`, `%2540`), escaped as in JSON
  /// (`\u0040`) or by web servers (`\x40`), a quote and `@` also as in HTML; any other byte stands for itself.
  func scalar(_ index: Int) -> (byte: UInt8, length: Int) {
    let byte = at(index)
    if byte == UInt8(ascii: "%"), let value = hexadecimal(index + 1) {
      if value == UInt8(ascii: "%"), let inner = hexadecimal(index + 3) { return (inner, 5) }
      return (value, 3)
    }
    if byte == UInt8(ascii: "\\"), index + 5 < count, at(index + 1) == UInt8(ascii: "u"),
      hexadecimal(index + 2) == 0, let value = hexadecimal(index + 4), value < 128
    {
      return (value, 6)
    }
    if byte == UInt8(ascii: "\\"), index + 3 < count, at(index + 1) == UInt8(ascii: "x"),
      let value = hexadecimal(index + 2), value < 128
    {
      return (value, 4)
    }
    if byte == UInt8(ascii: "&") {
      if starts(index, with: "&quot;") { return (UInt8(ascii: "\""), 6) }
      if starts(index, with: "&#34;") { return (UInt8(ascii: "\""), 5) }
      if starts(index, with: "&#64;") { return (UInt8(ascii: "@"), 5) }
      if starts(index, with: "&#x40;") { return (UInt8(ascii: "@"), 6) }
    }
    return (byte, 1)
  }

  private func hexadecimal(_ index: Int) -> UInt8? {
    guard index + 1 < count, let high = nibble(at(index)), let low = nibble(at(index + 1)) else { return nil }
    return high << 4 | low
  }

  private func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  func starts(_ index: Int, with text: StaticString) -> Bool {
    guard index >= 0, index + text.utf8CodeUnitCount <= count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where at(index + offset) != text.utf8Start[offset] { return false }
    return true
  }
}
