/// A published flaw of a library, from one version until before another.
struct LibraryAdvisory: Sendable {
  let library: String
  let since: String
  let fixed: String
  /// As the advisory databases call it.
  let number: String

  init(_ library: String, _ since: String = "0", before fixed: String, _ number: String) {
    self.library = library
    self.since = since
    self.fixed = fixed
    self.number = number
  }

  var message: String { "This version has the flaw \(number); it is mended in \(fixed)." }

  /// Whether a version has the flaw; what is no plain version has none that could be told.
  func concerns(_ version: String) -> Bool {
    guard let version = Self.numbers(version), let since = Self.numbers(since), let fixed = Self.numbers(fixed) else {
      return false
    }
    return !version.lexicographicallyPrecedes(since) && version.lexicographicallyPrecedes(fixed)
  }

  /// `1.2.3-android` as [1, 2, 3]; nil for what is no plain version.
  private static func numbers(_ version: String) -> [Int]? {
    let plain = version.trimmingPrefix("v").prefix { $0.isNumber || $0 == "." }
    let numbers = plain.split(separator: ".").map { Int($0) }
    guard !numbers.isEmpty, numbers.count <= 6, !version.hasSuffix("+") else { return nil }
    let known = numbers.compactMap { $0 }
    guard known.count == numbers.count else { return nil }
    return known + Array(repeating: 0, count: 6 - known.count)
  }
}
