import SecurityPolicy

/// A mark in a source comment that says which requirement the line meets: `O.Auth_8`, `#`, a running number.
///
/// Only line comments count, outside string literals. The mark claims; it proves nothing by itself.
public struct RequirementTag: Sendable, Hashable {
  public let requirement: Requirement
  /// From 1; tells occurrences of the same requirement apart.
  public let number: Int
  /// From 1.
  public let line: Int

  public init(requirement: Requirement, number: Int, line: Int) {
    self.requirement = requirement
    self.number = number
    self.line = line
  }

  /// Every tag of the text, in order. Whether the ids exist is asked of ``RequirementCatalogue/unknown(_:)``.
  public static func tags(in text: String) -> [RequirementTag] {
    var tags: [RequirementTag] = []
    var insideLongString = false
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard let comment = comment(of: line.utf8, &insideLongString) else { continue }
      for word in comment.split(whereSeparator: { ", ;\t".utf8.contains($0) }) {
        guard let (id, running) = parts(of: String(Substring(word))) else { continue }
        tags.append(RequirementTag(requirement: Requirement(id), number: running, line: number))
      }
    }
    return tags
  }

  /// What follows `//` outside a string literal.
  private static func comment(of line: Substring.UTF8View, _ insideLongString: inout Bool) -> Substring.UTF8View? {
    var rest = line
    var insideString = false
    while let first = rest.first {
      if rest.starts(with: "\"\"\"".utf8), !insideString {
        insideLongString.toggle()
        rest = rest.dropFirst(3)
        continue
      }
      if first == UInt8(ascii: "\\"), insideString || insideLongString {
        rest = rest.dropFirst(2)
        continue
      }
      if first == UInt8(ascii: "\""), !insideLongString { insideString.toggle() }
      if !insideString, !insideLongString, rest.starts(with: "//".utf8) { return rest.dropFirst(2) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// `O.Auth_8#1` as (`O.Auth_8`, 1); nil for a word of another shape.
  private static func parts(of word: String) -> (String, Int)? {
    let halves = word.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[1].isEmpty else { return nil }
    let digits = halves[1].prefix { $0.isASCII && $0.isNumber }
    let tail = halves[1].dropFirst(digits.count)
    guard tail.allSatisfy({ ".:)".contains($0) }), let running = Int(digits), running > 0 else { return nil }
    let families = ["O.", "MASVS-", "MASWE-", "Art."]
    guard families.contains(where: { halves[0].hasPrefix($0) }) else { return nil }
    return (String(halves[0]), running)
  }
}
