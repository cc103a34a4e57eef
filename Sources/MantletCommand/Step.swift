import UntrustedInput

/// One step of a story: what was tried, whether it came out as expected, the fact that matters, how long it took.
struct Step: Sendable, Equatable {
  var chapter: String
  var what: String
  var isExpected: Bool
  var fact: String
  /// The decision code or reason that the server gave, where one was.
  var code: String?
  var milliseconds: Double

  var node: JSONNode {
    var members = [
      JSONMember("version", 1), JSONMember("chapter", .string(chapter)), JSONMember("step", .string(what)),
      JSONMember("ok", JSONNode(.bool(isExpected))), JSONMember("fact", .string(fact)),
    ]
    if let code { members.append(JSONMember("code", .string(code))) }
    let tenths = Int64((milliseconds * 10).rounded())
    members.append(JSONMember("milliseconds", JSONNode(.number("\(tenths / 10).\(tenths % 10)"))))
    return JSONNode(.object(members))
  }

  /// Reads what another process of this program printed.
  init?(node: JSONNode) {
    guard let chapter = node["chapter"]?.string, let what = node["step"]?.string, let ok = node["ok"]?.bool,
      let fact = node["fact"]?.string, case .number(let digits)? = node["milliseconds"]?.value,
      let milliseconds = Double(digits)
    else { return nil }
    self.init(
      chapter: chapter, what: what, isExpected: ok, fact: fact, code: node["code"]?.string,
      milliseconds: milliseconds)
  }

  init(
    chapter: String, what: String, isExpected: Bool, fact: String, code: String? = nil, milliseconds: Double = 0
  ) {
    self.chapter = chapter
    self.what = what
    self.isExpected = isExpected
    self.fact = fact
    self.code = code
    self.milliseconds = milliseconds
  }

  /// Runs `body` and times it.
  static func timed(
    _ chapter: String, _ what: String, _ body: () async throws -> (fact: String, code: String?)
  ) async rethrows -> Step {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await body()
    return Step(
      chapter: chapter, what: what, isExpected: true, fact: result.fact, code: result.code,
      milliseconds: (clock.now - start) / .milliseconds(1))
  }
}
