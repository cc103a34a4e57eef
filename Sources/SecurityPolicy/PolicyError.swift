import UntrustedInput

/// Why a policy or a device slice was refused, and where.
///
/// The messages hold our own words only: the path of a key that we know (`session.refreshToken`), never a name or a
/// value from the file.
@nonexhaustive
public enum PolicyError: Error, Sendable, Hashable {
  /// Not JSON within the limits; the reason names line and column itself.
  case unreadable(InputError)
  /// Written for a newer program than this one: update it, or write the policy for version 1.
  case newerVersion(at: TextPosition)
  /// A key that this version does not know stands in the object `path`.
  case unknownKey(path: String, at: TextPosition)
  case missingKey(path: String, at: TextPosition)
  case wrongType(path: String, expected: String, at: TextPosition)
  /// A duration that is no integer followed by `s`, `m`, `h` or `d`.
  case wrongUnit(path: String, at: TextPosition)
  case outOfRange(path: String, allowed: String, at: TextPosition)
  /// The right type, but not the text that is needed here (an endpoint, a pin, a key, a version, a known word).
  case malformed(path: String, expected: String, at: TextPosition)
  /// Two values that cannot both be meant.
  case contradiction(PolicyContradiction, path: String, at: TextPosition)
  /// A device slice that is not written in the one canonical way, so that its digest would be ambiguous.
  case notCanonical
}

extension PolicyError {
  /// Where in the file; ``TextPosition/none`` when the file as a whole was refused.
  public var position: TextPosition {
    switch self {
    case .unreadable(.malformed(_, let place)), .unreadable(.duplicateName(let place)),
      .unreadable(.tooDeep(_, let place)):
      place
    case .unreadable, .notCanonical: .none
    case .newerVersion(let place), .unknownKey(_, let place), .missingKey(_, let place),
      .wrongType(_, _, let place), .wrongUnit(_, let place), .outOfRange(_, _, let place),
      .malformed(_, _, let place), .contradiction(_, _, let place):
      place
    }
  }
}

extension PolicyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let reason): "\(reason)"
    case .newerVersion(let place): "\(place): this policy is written for a newer version; this program knows 1"
    case .unknownKey(let path, let place): "\(place): \(path) has no such key"
    case .missingKey(let path, let place): "\(place): \(path) is missing"
    case .wrongType(let path, let expected, let place): "\(place): \(path) must be \(expected)"
    case .wrongUnit(let path, let place):
      "\(place): \(path) must be a duration in quotes: an integer and s, m, h or d, such as \"30m\""
    case .outOfRange(let path, let allowed, let place): "\(place): \(path) must be \(allowed)"
    case .malformed(let path, let expected, let place): "\(place): \(path) must be \(expected)"
    case .contradiction(let reason, let path, let place): "\(place): \(path): \(reason)"
    case .notCanonical: "the policy slice is not in canonical form; write it anew from its policy"
    }
  }
}
