/// Why a security check could not be made or planned.
@nonexhaustive public enum IntegrityError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No source could say which operating system this is, so a report would be worthless to the server.
  case systemUnknown
  /// The policy's two intervals are no range: both must be positive, the minimum not above the maximum.
  case intervalsInvalid

  public var description: String {
    switch self {
    case .systemUnknown:
      "The operating system does not say its name and version; check that its release files can be read."
    case .intervalsInvalid:
      "The policy's check intervals must be positive, and the minimum must not be above the maximum."
    }
  }
}
