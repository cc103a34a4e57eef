import Redaction
import UntrustedInput

/// Judges line after line; a PEM block may go over many, and a name that ends a line is judged with the next one.
struct LogScan {
  /// One place in a log, with the masked text around it.
  struct Find: CustomStringConvertible {
    let line: Int
    let column: Int
    let kind: MaskedKind
    let excerpt: String

    var description: String { "\(line):\(column): \(kind.rawValue): \(excerpt)" }

    var json: JSONNode {
      [
        "line": .integer(Int64(line)), "column": .integer(Int64(column)), "kind": .string(kind.rawValue),
        "excerpt": .string(excerpt),
      ]
    }
  }

  private static let excerptBytes = 120
  /// Lines that a block may take: one that never ends must not hide the rest of the log.
  private static let blockLimit = 512
  /// How much of a line is kept for the next one.
  private static let openBytes = 512
  private let rules = MaskingRules()
  private var isInBlock = false
  private var blockLines = 0
  /// The end of the line before, when its value may stand in the next one.
  private var opened: [UInt8] = []
  /// Where the piece before ended its last find, for the overlap of long lines.
  private var doneUntil = (line: 0, byte: 0)

  /// The finds of one line, or of one piece of a long one.
  mutating func finds(in line: LogLines.Line) -> [Find] {
    var bytes = line.bytes
    if bytes.last == 13 { bytes.removeLast() }
    var skipped = 0
    if isInBlock {
      let end = endOfBlock(bytes)
      blockLines += 1
      isInBlock = end == nil && blockLines < Self.blockLimit
      // What stands in a block that does not end is judged as any other line: one beginning must not hide the rest.
      skipped = end ?? 0
      bytes.removeFirst(skipped)
    }
    let leaks = judged(bytes)
    if line.isCut || line.offset > 0 || isInBlock { opened = [] } else { open(bytes) }
    guard !leaks.isEmpty else { return [] }
    if let last = leaks.last, last.range.upperBound == bytes.count {
      if isOpen(bytes[last.range]) {
        isInBlock = true
        blockLines = 0
      }
    }
    let (masked, marks) = Self.masked(bytes, leaks)
    return zip(leaks, marks).compactMap { leak, mark in
      let column = line.offset + skipped + leak.range.lowerBound + 1
      guard line.number != doneUntil.line || column > doneUntil.byte else { return nil }
      doneUntil = (line.number, line.offset + skipped + leak.range.upperBound)
      return Find(
        line: line.number, column: column, kind: leak.kind,
        excerpt: Self.isTorn(line, masked.count, mark) ? leak.kind.mark : Self.excerpt(masked, mark))
    }
  }

  /// What was found in the bytes of a line.
  private struct Place {
    let kind: MaskedKind
    let range: Range<Int>
  }

  private func places(in bytes: [UInt8], from start: Int = 0) -> [Place] {
    bytes.withUnsafeBufferPointer { rules.leaks(in: $0) }.filter { $0.range.lowerBound >= start }
      .map { Place(kind: $0.kind, range: ($0.range.lowerBound - start)..<($0.range.upperBound - start)) }
  }

  /// What the rules find in a line, and a value whose name ends the line before.
  private func judged(_ bytes: [UInt8]) -> [Place] {
    let alone = places(in: bytes)
    guard !opened.isEmpty else { return alone }
    let value = places(in: opened + [10] + bytes, from: opened.count + 1).first
    guard let value, value.kind == .value, !alone.contains(where: { $0.range.lowerBound < value.range.lowerBound })
    else { return alone }
    return [value] + alone.filter { $0.range.lowerBound >= value.range.upperBound }
  }

  /// Keeps the end of a line behind which a value may follow: a quoted name and its colon, the key of a property list, or
  /// an optional value that `dump` says once more.
  private mutating func open(_ bytes: [UInt8]) {
    // JSON may have empty lines there.
    guard let end = bytes.lastIndex(where: { $0 != 32 && $0 != 9 }) else { return }
    opened = []
    let tail = Array(bytes[max(0, end + 1 - Self.openBytes)...end])
    let isOpen =
      bytes[end] == UInt8(ascii: ":") && tail.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
      || tail.suffix(6).elementsEqual("</key>".utf8)
      || bytes[end] == UInt8(ascii: ")") && String(decoding: tail, as: UTF8.self).contains("Optional(")
    if isOpen { opened = tail }
  }

  /// Whether the text around a find reaches where a piece may begin or end inside of a secret, which no rule knows then.
  private static func isTorn(_ line: LogLines.Line, _ count: Int, _ mark: Int) -> Bool {
    let margin = LogLines.overlap + excerptBytes
    return line.offset > 0 && mark < margin || line.isCut && mark > count - margin
  }

  /// The masked line, and where each mark stands in it.
  private static func masked(_ bytes: [UInt8], _ leaks: [Place]) -> (line: [UInt8], marks: [Int]) {
    var line: [UInt8] = []
    var marks: [Int] = []
    var place = 0
    for leak in leaks {
      line += bytes[place..<leak.range.lowerBound]
      marks.append(line.count)
      line += leak.kind.mark.utf8
      place = leak.range.upperBound
    }
    return (line + bytes[place...], marks)
  }

  /// A window of the masked line: what lies before and behind the find may be masked, too.
  private static func excerpt(_ masked: [UInt8], _ mark: Int) -> String {
    let start = max(0, mark - excerptBytes / 2)
    let end = min(masked.count, mark + excerptBytes / 2)
    let text = String(decoding: masked[start..<end], as: UTF8.self)
    return (start > 0 ? "…" : "") + LogText.printable(text) + (end < masked.count ? "…" : "")
  }

  /// Whether a block begins here that does not end.
  private func isOpen(_ bytes: ArraySlice<UInt8>) -> Bool {
    let begins = [Array("-----BEGIN".utf8), Array("---- BEGIN".utf8)]
    let start = bytes.indices.last { index in
      bytes[index] == UInt8(ascii: "-") && begins.contains { bytes[index...].starts(with: $0) }
    }
    return start.map { endOfBlock(Array(bytes[($0 + 10)...])) == nil } ?? false
  }

  /// Where a block ends that began before: the rules say it of the line behind such a beginning.
  private func endOfBlock(_ bytes: [UInt8]) -> Int? {
    let begin = Array("-----BEGIN\n".utf8)
    let text = begin + bytes + [10]
    let leaks = text.withUnsafeBufferPointer { rules.leaks(in: $0) }
    guard let end = leaks.first?.range.upperBound, end < text.count else { return nil }
    return end - begin.count
  }
}

/// What a log holds may steer a terminal.
enum LogText {
  static func printable(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: output += "·"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
