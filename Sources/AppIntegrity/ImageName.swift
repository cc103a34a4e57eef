/// The file name of a loaded image as the catalogue lists it: exact, or with `<hex16>` (sixteen hexadecimal digits) or
/// `<any>` in it. Never a part of a path: an app may be called Friday.
struct ImageName {
  private let head: Substring
  private let tail: Substring
  private let middle: Middle?

  private enum Middle: String, CaseIterable {
    case hexadecimal = "<hex16>"
    case any = "<any>"
  }

  init(_ pattern: String) {
    for middle in Middle.allCases {
      guard let range = pattern.firstRange(of: middle.rawValue) else { continue }
      (head, tail, self.middle) = (pattern[..<range.lowerBound], pattern[range.upperBound...], middle)
      return
    }
    (head, tail, middle) = (pattern[...], "", nil)
  }

  func matches(_ name: some StringProtocol) -> Bool {
    guard let middle else { return name == head }
    guard name.hasPrefix(head), name.hasSuffix(tail), name.count > head.count + tail.count else { return false }
    let between = name.dropFirst(head.count).dropLast(tail.count)
    return middle == .any || between.count == 16 && between.allSatisfy(\.isHexDigit)
  }

  static func last(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
}
