/// A security patch level: a month, and on newer devices a day.
/// Source: Android Open Source Project, "Key and ID attestation", tags 706, 718 and 719.
public struct PatchLevel: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31; nil where the device states the month only.
  public let day: Int?

  /// From `YYYYMM` or `YYYYMMDD` as a number; nil when the month does not exist, as Google's verifier has it. A day that
  /// does not exist is left out.
  public init?(number: Int64) {
    let hasDay = number >= 10_000_000
    let monthly = hasDay ? number / 100 : number
    guard (197_001...999_912).contains(monthly), (1...12).contains(monthly % 100) else { return nil }
    year = Int(monthly / 100)
    month = Int(monthly % 100)
    day = hasDay && (1...31).contains(number % 100) ? Int(number % 100) : nil
  }

  /// A level without a day is the start of its month.
  public static func < (left: PatchLevel, right: PatchLevel) -> Bool {
    (left.year, left.month, left.day ?? 0) < (right.year, right.month, right.day ?? 0)
  }

  /// `2024-08` or `2024-08-05`.
  public var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))" + (day.map { "-" + two($0) } ?? "")
  }
}
