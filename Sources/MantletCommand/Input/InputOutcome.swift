import UntrustedInput

/// What came out of one check: the one spelling of the value and what else is known of it, or the refusal.
enum InputOutcome {
  /// No facts about secrets.
  case accepted([JSONMember])
  case refused(InputRefusal)
  /// Well-formed, but what decides about it was not given here.
  case undetermined([JSONMember], reason: String)

  func node(_ kind: InputKind) -> JSONNode {
    let head = JSONMember("kind", .string(kind.rawValue))
    switch self {
    case .accepted(let facts):
      return JSONNode(.object([head, JSONMember("verdict", "accepted")] + facts))
    case .undetermined(let facts, let reason):
      return JSONNode(
        .object([head, JSONMember("verdict", "undetermined"), JSONMember("reason", .string(reason))] + facts))
    case .refused(let refusal):
      let texts = DisplayLanguage.allCases.map { JSONMember($0.rawValue, .string(refusal.message(in: $0))) }
      func number(_ number: Int?) -> JSONNode { number.map { .integer(Int64($0)) } ?? JSONNode(.null) }
      return JSONNode(
        .object([
          head, JSONMember("verdict", "refused"), JSONMember("reason", .string(refusal.reason.rawValue)),
          JSONMember("limit", number(refusal.limit)), JSONMember("place", number(refusal.place)),
          JSONMember("message", JSONNode(.object(texts))),
        ]))
    }
  }

  /// The lines for people, in one language or in all.
  func lines(_ kind: InputKind, _ language: DisplayLanguage?) -> [String] {
    switch self {
    case .accepted(let facts): return ["accepted \(kind.rawValue)"] + Self.lines(facts)
    case .undetermined(let facts, let reason):
      return ["undetermined \(kind.rawValue): \(reason)"] + Self.lines(facts)
    case .refused(let refusal):
      let languages = language.map { [$0] } ?? DisplayLanguage.allCases
      return ["refused \(kind.rawValue): \(refusal.reason.rawValue)"]
        + languages.map { "  \($0.rawValue): \(refusal.message(in: $0))" }
    }
  }

  private static func lines(_ facts: [JSONMember]) -> [String] {
    facts.map { "  \($0.name): \($0.node.string ?? JSONWriter().text($0.node))" }
  }
}
