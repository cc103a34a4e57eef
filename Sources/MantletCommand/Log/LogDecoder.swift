import Foundation

/// Hands on a log's bytes as UTF-8, and remembers why they may not be text: what was read as something else than it is was
/// not judged.
///
/// UTF-8, with or without its mark, and UTF-16 behind its mark are known. Bytes that are neither go on as they are: a leak
/// in the readable part is still told. Source: RFC 3629; RFC 2781, section 3.2.
final class LogDecoder {
  private enum Form { case utf8, utf16(isBigEndian: Bool) }

  /// Why the bytes are no text in a known encoding; nil as long as they are. The same however they come in pieces.
  var doubt: String? {
    let isWide = if case .utf16? = form { true } else { false }
    if hasZero {
      return isWide
        ? "holds bytes of zero, as binary files do"
        : "holds bytes of zero, as binary files and UTF-16 without its mark do"
    }
    if isMalformed { return isWide ? "is no valid UTF-16" : "is not UTF-8" }
    return isCutOff ? "ends within a character" : nil
  }

  private var hasZero = false
  private var isMalformed = false
  private var isCutOff = false
  private let source: (Int) throws -> Data?
  private var form: Form?
  /// The beginning of a character that the next bytes end.
  private var held: [UInt8] = []
  private var isAtEnd = false

  /// - Parameter source: at most so many bytes; nil or none at the end.
  init(_ source: @escaping (Int) throws -> Data?) { self.source = source }

  /// The next bytes in UTF-8; none at the end.
  /// - Throws: what the source throws.
  func read(_ count: Int) throws -> Data? {
    while !isAtEnd {
      let data = try source(count) ?? Data()
      isAtEnd = data.isEmpty
      var bytes = held + data
      held = []
      if form == nil {
        // Three bytes tell the mark; a pipe may bring them one by one.
        guard bytes.count >= 3 || isAtEnd else {
          held = bytes
          continue
        }
        form = Self.removeMark(&bytes)
      }
      let output = decoded(bytes)
      if !output.isEmpty { return Data(output) }
    }
    return nil
  }

  private static func removeMark(_ bytes: inout [UInt8]) -> Form {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeFirst(3)
      return .utf8
    }
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return .utf8 }
    let isBigEndian = bytes[0] == 0xFE
    bytes.removeFirst(2)
    return .utf16(isBigEndian: isBigEndian)
  }

  private func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard case .utf16(let isBigEndian)? = form else { return checked(bytes) }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    var used = bytes.count & ~1
    if !isAtEnd, let last = units.last, last & 0xFC00 == 0xD800 {
      units.removeLast()
      used -= 2
    }
    if isAtEnd, used < bytes.count { isCutOff = true }
    held = isAtEnd ? [] : Array(bytes[used...])
    if units.contains(0) { hasZero = true }
    if String(validating: units, as: UTF16.self) == nil { isMalformed = true }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private func checked(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.contains(0) { hasZero = true }
    guard !isMalformed else { return bytes }
    let whole = isAtEnd ? bytes.count : Self.endOfWhole(bytes)
    guard String(validating: bytes[..<whole], as: UTF8.self) != nil else {
      isMalformed = true
      return bytes
    }
    held = Array(bytes[whole...])
    return Array(bytes[..<whole])
  }

  /// Where the last character begins, if its end is still to come; the end otherwise.
  private static func endOfWhole(_ bytes: [UInt8]) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back ? bytes.count - back : bytes.count
    }
    return bytes.count
  }
}
