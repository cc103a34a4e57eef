public import SecurityPolicy

/// What the policy asks of a PIN: which ones may be chosen, how many tries there are and how long each costs.
///
/// Refused are PINs that people choose because they are easy to remember, which is why they are guessed first.
/// Of the 10,000 PINs of four digits 1,945 are refused, of the 100,000 of five digits 4,141, of the million of six digits
/// 101,134 (counted in full). A study with 1,220 people found the best balance at a tenth. Four digits cost more because
/// a month with any year is among them.
/// - Does not protect against: a PIN that only its owner's friends would guess, a house number or a part of a phone
///   number, a year with its month behind it (`8709`), a day of five digits (`14387`: half of all numbers read as one),
///   and one that somebody watched.
///
/// Source: BSI TR-03161-1 O.Pass_1, O.Auth_7; MASVS-AUTH-2; Markert and others, "This PIN Can Be Easily Guessed", IEEE
/// S&P 2020 and ACM TOPS 2021.
public struct PINRules: Sendable, Hashable {
  /// No wait is longer.
  public static let longestDelay = Duration.seconds(3600)

  public let requirement: PINRequirement

  public init(_ requirement: PINRequirement) { self.requirement = requirement }

  /// What speaks against choosing this PIN; nil when nothing does.
  public func weakness(of pin: borrowing PIN) -> PINWeakness? {  // O.Pass_1#120
    pin.withExposedBytes { bytes in
      if bytes.count < requirement.minimumDigits { return .tooShort(minimum: requirement.minimumDigits) }
      if bytes.count > requirement.maximumDigits { return .tooLong(maximum: requirement.maximumDigits) }
      guard requirement.weak == .refuse else { return nil }
      return PINPatterns(bytes.map { Int($0 & 0x0F) }).weakness
    }
  }

  /// How long nobody may try after this many wrong tries in a row.
  public func delay(after tries: UInt32) -> Duration {
    let costing = Int64(tries) - Int64(requirement.triesWithoutDelay)
    guard costing >= 0 else { return .zero }
    // Thirteen doublings of one second, the least that a policy may say, are more than an hour.
    return min(requirement.firstDelay * (1 << min(costing, 13)), Self.longestDelay)
  }

  /// How many tries are left after this many.
  public func triesLeft(after tries: UInt32) -> Int { max(requirement.tries - Int(tries), 0) }
}
