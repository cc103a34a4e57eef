/// What a challenge was asked for, and the only thing that it is good for.
///
/// Protected: what somebody made a device sign for one purpose answers no challenge of another. Not protected: which
/// device asked; the message that carries the challenge binds that.
public enum ChallengePurpose: String, Sendable, Hashable, CaseIterable {
  case report, login
  /// A change of password.
  case password

  /// The one field of the query.
  static let field = "for"

  /// The address that gives out such challenges, from the path on.
  public var target: String { "\(TrustRoute.challenge.rawValue)?\(Self.field)=\(rawValue)" }

  /// From the query of a request. Without one it is for a report, as a device's first challenge is.
  public init?(query: String) {
    if query.isEmpty {
      self = .report
      return
    }
    let parts = query.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == Self.field else { return nil }
    self.init(rawValue: String(parts[1]))
  }
}
