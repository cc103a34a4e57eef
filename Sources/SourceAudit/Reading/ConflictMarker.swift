/// The lines that a version control system leaves where two changes met.
enum ConflictMarker {
  private static let width = 7
  private static let mostMarks = 64

  /// Whose text stands between two marks; what both changes began from is nobody's.
  private enum Part { case both, ours, neither, theirs }

  static func begins(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start == 0 || bytes[start - 1] == 10, start + width <= bytes.count else { return false }
    let mark = bytes[start]
    guard bytes[start..<start + width].allSatisfy({ $0 == mark }) else { return false }
    return start + width == bytes.count || [10, 13, 32].contains(bytes[start + width])
  }

  /// The line, from 1, of the first one that opens a conflict; nil for a text without one.
  static func firstLine(in text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes -> Int? in
      var (line, start) = (1, 0)
      while start + width <= bytes.count {
        let isMark = bytes[start..<start + width].allSatisfy { $0 == UInt8(ascii: "<") }
        if isMark, start + width == bytes.count || [10, 13, 32].contains(bytes[start + width]) { return line }
        guard let end = bytes[start...].firstIndex(of: 10) else { return nil }
        start = end + 1
        line += 1
      }
      return nil
    }
  }

  /// The text with blanks in place of the marks, so that both sides of each conflict stay at their places; and where the
  /// first marks stood.
  static func blanked(_ text: String) -> (text: String, marks: [Range<Int>]) {
    guard firstLine(in: text) != nil else { return (text, []) }
    var bytes = Array(text.utf8)
    var marks: [Range<Int>] = []
    var isInside = false
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      let sign = bytes[start]
      let isOfConflict = isInside && "=|>".utf8.contains(sign)
      if sign == UInt8(ascii: "<") || isOfConflict, begins(bytes, at: start) {
        isInside = sign != UInt8(ascii: ">")
        if marks.count < mostMarks { marks.append(start..<end) }
        for index in start..<end { bytes[index] = 32 }
      }
      start = end + 1
    }
    return (String(decoding: bytes, as: UTF8.self), marks)
  }

  /// The two texts that a merge left in one, each at its lines; empty for a text without its marks.
  static func sides(of text: String) -> [String] {
    var (ours, theirs) = ("", "")
    var part = Part.both
    var sawMark = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      var isMark = true
      if line.hasPrefix("<<<<<<< ") {
        part = .ours
        sawMark = true
      } else if part == .ours, line.hasPrefix("||||||| ") {
        part = .neither
      } else if part == .ours || part == .neither, line.hasPrefix("=======") {
        part = .theirs
      } else if line.hasPrefix(">>>>>>> ") {
        part = .both
      } else {
        isMark = false
      }
      if !isMark, part == .both || part == .ours { ours += line }
      if !isMark, part == .both || part == .theirs { theirs += line }
      ours += "\n"
      theirs += "\n"
    }
    return sawMark ? [ours, theirs] : []
  }
}
