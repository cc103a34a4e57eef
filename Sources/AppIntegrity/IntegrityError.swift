/// Why a security check could not be made or planned.
@nonexhaustive public enum IntegrityError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No source could say which operating system this is, so a report would be worthless to the server.
  case systemUnknown
  /// The policy's two intervals are no range: both must be positive, the minimum not above the maximum.
  case intervalsInvalid
  /// What was kept of earlier checks, or of attestation, is not what was saved: a fresh one begins.
  case historyDamaged
  /// What was kept cannot be read or written now; try again.
  case historyUnreachable

  public var description: String {
    switch self {
    case .systemUnknown:
      "The operating system does not say its name and version; check that its release files can be read."
    case .intervalsInvalid:
      "The policy's check intervals must be positive, and the minimum must not be above the maximum."
    case .historyDamaged: "What was kept of earlier checks is damaged; a fresh history begins."
    case .historyUnreachable: "What was kept of earlier checks cannot be read or written now; try again."
    }
  }
}
