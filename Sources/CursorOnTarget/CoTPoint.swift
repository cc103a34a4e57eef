/// Where something is, in WGS 84.
///
/// Every number is finite and within its range by existing. Heights and errors that are unknown are nil; on the wire
/// they are 9999999, and 999999 is read as unknown, too.
public struct CoTPoint: Sendable, Hashable {
  /// Degrees north, -90 to 90.
  public let latitude: Double
  /// Degrees east, -180 to 180.
  public let longitude: Double
  /// Metres above the ellipsoid, -20,000 to 100,000,000; nil when unknown.
  public let height: Double?
  /// Radius around the position, metres, from 0 on; nil when unknown.
  public let circularError: Double?
  /// Half of the span in height, metres, from 0 on; nil when unknown.
  public let linearError: Double?

  static let unknown = 9_999_999.0
  static let unknownOfOld = 999_999.0

  /// Numbers nearer to 0 than a billionth become 0: that is a tenth of a millimetre.
  ///
  /// - Throws: ``CoTError/invalid(_:)`` with the field that is not finite or out of range.
  public init(
    latitude: Double, longitude: Double, height: Double? = nil, circularError: Double? = nil, linearError: Double? = nil
  ) throws(CoTError) {
    self.latitude = try Self.checked(latitude, -90...90, .latitude)
    self.longitude = try Self.checked(longitude, -180...180, .longitude)
    self.height = try Self.known(height, -20_000...100_000_000, .height)
    self.circularError = try Self.known(circularError, 0...Self.unknown, .circularError)
    self.linearError = try Self.known(linearError, 0...Self.unknown, .linearError)
  }

  private static func known(
    _ number: Double?, _ range: ClosedRange<Double>, _ field: CoTField
  ) throws(CoTError) -> Double? {
    guard let number, number != unknown, number != unknownOfOld else { return nil }
    return try checked(number, range, field)
  }

  private static func checked(
    _ number: Double, _ range: ClosedRange<Double>, _ field: CoTField
  ) throws(CoTError) -> Double {
    // A number that is none lies in no range.
    guard range.contains(number) else { throw .invalid(field) }
    return number.magnitude < 1e-9 ? 0 : number
  }
}
