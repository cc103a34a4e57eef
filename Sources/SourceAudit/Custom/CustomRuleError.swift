/// Why a file of custom rules is refused: the place and what is expected there. Carries no text of the file.
public struct CustomRuleError: Error, Sendable, Hashable {
  /// What is wrong at the place.
  @nonexhaustive
  public enum Problem: Sendable, Hashable {
    /// No text in UTF-8, or larger than the limit.
    case notText(limit: Int)
    /// YAML that cannot be parsed.
    case notYAML
    /// Deeper, longer or slower than the reader goes.
    case tooMuch
    /// Another kind of value is expected.
    case expected(Expectation)
    /// A member that must be there.
    case missing(Member)
    /// A member that nobody knows here.
    case unknownMember
    /// A version that this program does not know.
    case unknownVersion
    /// Two rules of one id, or one of a rule that ships with Mantlet.
    case takenID
    /// Not exactly one of `call`, `member`, `assign`, `type`, `function`, `import`.
    case notOnePattern
  }

  /// What may stand at a place.
  public enum Expectation: String, Sendable, Hashable {
    case map = "a map"
    case list = "a list"
    case text = "a text"
    case texts = "a text or a list of texts"
    case id = "lower-case words with hyphens, at most 64 characters"
    case severity = "note, warning or error"
    case confidence = "low, medium or high"
    case language = "swift, kotlin, java or objectiveC"
    case meaning = "secret, untrusted, constant or inserted"
    case number = "a whole number"
    case path = "a file name that ends in .swift, .kt, .java or .m"
    case flag = "true or false"
  }

  /// Members that a rule cannot do without.
  public enum Member: String, Sendable, Hashable { case version, rules, id, title, reason, fix, find, source, path, at }

  /// From 1; 0 where the file as a whole is meant.
  public let line: Int
  public let problem: Problem

  init(_ problem: Problem, line: Int = 0) {
    self.line = line
    self.problem = problem
  }
}

extension CustomRuleError: CustomStringConvertible {
  public var description: String {
    let place = line == 0 ? "" : "line \(line): "
    return switch problem {
    case .notText(let limit): "\(place)no text in UTF-8 of at most \(limit) bytes"
    case .notYAML: "\(place)this is no YAML"
    case .tooMuch: "\(place)nested too deeply, or with too many values"
    case .expected(let what): "\(place)expected \(what.rawValue)"
    case .missing(let member): "\(place)`\(member.rawValue)` is missing"
    case .unknownMember: "\(place)a member of this name is not known here"
    case .unknownVersion: "\(place)this program knows version 1"
    case .takenID: "\(place)the id belongs to another rule"
    case .notOnePattern:
      "\(place)`find` names exactly one of call, member, assign, type, function, import"
    }
  }
}
