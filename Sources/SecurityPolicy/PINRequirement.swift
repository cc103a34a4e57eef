/// What a PIN must be and what guessing it costs on the device. Does not slow whoever has the hash and the device secret
/// and guesses elsewhere. Source: BSI TR-03161-1 O.Pass_1, O.Auth_7; MASVS-AUTH-2.
public struct PINRequirement: Sendable, Hashable {
  /// PINs that everybody tries first: rows, repetitions, dates, keypad patterns.
  public enum WeakPINs: String, Sendable, Hashable, CaseIterable {
    case refuse
    case insecureAccept

    var isInsecure: Bool { self == .insecureAccept }
  }

  public var minimumDigits: Int = 4
  public var maximumDigits: Int = 6
  public var weak: WeakPINs = .refuse
  /// Wrong tries in a row after which everything of the user on this device is erased.
  public var tries: Int = 10
  /// Wrong tries in a row that cost no waiting.
  public var triesWithoutDelay: Int = 3
  /// The wait before the first try that costs one; each further one doubles it, up to one hour.
  public var firstDelay: Duration = .seconds(30)

  public init() {}
}
