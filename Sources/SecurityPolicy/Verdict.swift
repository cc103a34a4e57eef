/// A security judgement. There is no Bool form: `undetermined` is never success, and a caller must say what it
/// does with it.
public enum Verdict: Sendable, Hashable {
  case holds
  case fails(Reason)
  case undetermined(Reason)

  /// Why, in one of our own sentences: no secret and no text from outside may stand in it.
  public struct Reason: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
    public init(stringLiteral value: StaticString) { description = "\(value)" }
  }

  /// The verdict on two claims that must both hold: a failure outweighs a doubt, a doubt outweighs success.
  public func and(_ other: Verdict) -> Verdict {
    switch (self, other) {
    case (.fails, _): self
    case (_, .fails): other
    case (.undetermined, _): self
    default: other
    }
  }

  /// The exit code of every command: 0 holds, 1 fails, 2 undetermined.
  public var exitCode: Int32 {
    switch self {
    case .holds: 0
    case .fails: 1
    case .undetermined: 2
    }
  }
}
