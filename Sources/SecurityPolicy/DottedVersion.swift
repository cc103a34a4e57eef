/// A version or patch level compared number by number: `18.4`, `6.1.0-37-amd64`, `2025-08-05`.
///
/// The leading numbers count, separated by `.`, `-` or `_`; what follows the first part that is no number does not
/// take part in comparisons (`6.1.0-37-amd64` is 6, 1, 0, 37). A missing part counts as 0: `18` equals `18.0`.
public struct DottedVersion: Sendable, CustomStringConvertible {
  public let description: String
  public let numbers: [UInt32]

  /// Nil when the text is longer than 64 characters or does not begin with a number.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
    var numbers: [UInt32] = []
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: { ".-_".contains($0) }) {
      guard part.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt32(part) else { break }
      numbers.append(number)
    }
    guard !numbers.isEmpty else { return nil }
    description = text
    while numbers.last == 0 && numbers.count > 1 { numbers.removeLast() }
    self.numbers = numbers
  }
}

extension DottedVersion: Comparable, Hashable {
  public static func == (left: DottedVersion, right: DottedVersion) -> Bool { left.numbers == right.numbers }
  public static func < (left: DottedVersion, right: DottedVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}
