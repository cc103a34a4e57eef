/// Which of a person's sessions are to end.
public enum SessionChoice: Sendable, Hashable {
  /// By its id in a ``SessionList``.
  case one(String)
  /// All but the one that asks.
  case others
  case all

  /// What is sent to ``TrustRoute/sessions``.
  public var form: FormBody {
    switch self {
    case .one(let id): FormBody(["session": id])
    case .others: FormBody(["others": "true"])
    case .all: FormBody(["all": "true"])
    }
  }

  /// Nil unless exactly one choice is made.
  public init?(_ form: FormBody) {
    switch (form["session"], form["all"], form["others"]) {
    case (let id?, nil, nil): self = .one(id)
    case (nil, "true", nil): self = .all
    case (nil, nil, "true"): self = .others
    default: return nil
    }
  }
}
