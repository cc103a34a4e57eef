/// Keys that their own beginning gives away: providers of services mark them so that they are found where they must not
/// be. Source: GitHub, "About authentication to GitHub" (token formats); AWS, "IAM identifiers"; Slack, "Token types";
/// Stripe, "API keys"; GitLab, "Token overview"; Google, npm, PyPI, OpenAI, Anthropic, Hugging Face alike.
extension MaskScanner {
  private struct Form {
    let prefix: [UInt8]
    /// How many letters, digits, `_` and `-` follow: exactly so many, or at least.
    let rest: Int
    let isExact: Bool
    /// Whether `_` and `-` are among them.
    let hasDashes: Bool
    /// Classes of bytes that must all occur.
    let classes: UInt8

    init(_ prefix: String, exactly rest: Int, _ classes: ByteClass = .digit, hasDashes: Bool = false) {
      (self.prefix, self.rest, isExact) = (Array(prefix.utf8), rest, true)
      (self.hasDashes, self.classes) = (hasDashes, classes.rawValue)
    }

    init(_ prefix: String, least rest: Int, _ classes: ByteClass = .digit) {
      (self.prefix, self.rest, isExact, hasDashes) = (Array(prefix.utf8), rest, false, true)
      self.classes = classes.rawValue
    }
  }

  /// The shortest of all.
  static let shortestKey = 16

  private static let byFirst: [[Form]] = {
    var forms = ["AKIA", "ASIA", "ABIA", "ACCA"].map { Form($0, exactly: 16, .upper) }
    forms += ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { Form($0, least: 36) }
    forms += ["sk_live_", "sk_test_", "rk_live_", "rk_test_"].map { Form($0, least: 16) }
    forms += ["xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xapp-"].map {
      Form($0, least: 12)
    }
    forms += ["shpat_", "shpca_", "shppa_", "shpss_"].map { Form($0, exactly: 32) }
    forms += [
      Form("github_pat_", least: 22), Form("glpat-", least: 20), Form("whsec_", least: 24),
      Form("AIza", exactly: 35, hasDashes: true), Form("GOCSPX-", least: 24), Form("npm_", exactly: 36),
      Form("pypi-", least: 50), Form("sk-", least: 20, [.digit, .upper, .lower]),
      Form("hf_", exactly: 34, [.upper, .lower]), Form("dop_v1_", exactly: 64),
      Form("AGE-SECRET-KEY-1", exactly: 58, .upper), Form("sq0csp-", exactly: 43, hasDashes: true),
      Form("sq0atp-", exactly: 22, hasDashes: true),
    ]
    return (0..<128).map { first in forms.filter { $0.prefix[0] == UInt8(first) } }
  }()

  /// The letters that begin one.
  private static let firsts: (low: UInt64, high: UInt64) = {
    func bits(_ range: Range<Int>) -> UInt64 {
      range.reduce(0) { byFirst[$1].isEmpty ? $0 : $0 | 1 << UInt64($1 & 63) }
    }
    return (bits(0..<64), bits(64..<128))
  }()

  /// Beginnings that end in a dot, and how much follows at least.
  private static let dotted: [(prefix: StaticString, least: Int)] = [("SG.", 20), ("ya29.", 20), ("hvs.", 24)]

  /// Masks such a key in a word, at its beginning or behind a `-` or `_`, with what belongs to it behind two dashes.
  mutating func key(_ word: Range<Int>) -> Bool {
    if word.lowerBound > 0, at(word.lowerBound - 1) == UInt8(ascii: "."), dottedKey(word.lowerBound) { return true }
    let firsts = Self.firsts
    var isBeginning = true
    for place in word {
      let byte = at(place)
      if isBeginning, (byte < 64 ? firsts.low : firsts.high) & 1 << UInt64(byte & 63) != 0, let end = endOfKey(place) {
        take(.providerKey, place..<end)
        return true
      }
      isBeginning = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    return false
  }

  private mutating func endOfKey(_ start: Int) -> Int? {
    for form in Self.byFirst[Int(at(start)) & 127] where begins(start, form.prefix) {
      if let end = form.isExact ? endOfExact(start, form) : endOfOpen(start, form) { return end }
    }
    return nil
  }

  private func begins(_ start: Int, _ prefix: [UInt8]) -> Bool {
    guard start + prefix.count <= count else { return false }
    for offset in prefix.indices where at(start + offset) != prefix[offset] { return false }
    return true
  }

  private func endOfExact(_ start: Int, _ form: Form) -> Int? {
    var all: UInt8 = 0
    var end = start + form.prefix.count
    let stop = end + form.rest
    for place in start..<end { all |= kind(place) }
    while end < stop {
      guard end < count, isInner(end, form) else { return nil }
      all |= kind(end)
      end += 1
    }
    // Behind it a dash may stand, but nothing that makes it longer.
    guard all & form.classes == form.classes, end >= count || at(end) == UInt8(ascii: "_") || !isJoined(end),
      form.classes & ByteClass.upper.rawValue == 0 || form.classes & ByteClass.lower.rawValue != 0
        || all & ByteClass.lower.rawValue == 0
    else { return nil }
    return end
  }

  private func isInner(_ index: Int, _ form: Form) -> Bool {
    let byte = at(index)
    if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { return form.hasDashes && !isBlock(index) }
    return classes[Int(byte)] & ByteClass.name.rawValue != 0
  }

  /// A run that lacked a class for one beginning lacks it for all that follow in the same run.
  private mutating func endOfOpen(_ start: Int, _ form: Form) -> Int? {
    if start < seen.keyRunEnd, form.classes & ~seen.keyRunClasses != 0 { return nil }
    var all: UInt8 = 0
    let end = endOfRun(start, &all)
    if all & form.classes != form.classes { (seen.keyRunEnd, seen.keyRunClasses) = (end, all) }
    return end - start - form.prefix.count >= form.rest && all & form.classes == form.classes ? end : nil
  }

  private func endOfRun(_ start: Int, _ all: inout UInt8) -> Int {
    var end = start
    while end < count, isName(end) || at(end) == UInt8(ascii: "-"), !isBlock(end) {
      all |= kind(end)
      end += 1
    }
    return end
  }

  private mutating func dottedKey(_ start: Int) -> Bool {
    for (prefix, least) in Self.dotted {
      let begin = start - prefix.utf8CodeUnitCount
      guard begin >= floor, starts(begin, with: prefix),
        begin == floor || at(begin - 1) == UInt8(ascii: "_") || !isName(begin - 1)
      else { continue }
      var all: UInt8 = 0
      var end = endOfRun(start, &all)
      guard end - start >= least else { continue }
      // The signature of a key of two parts.
      if end + 1 < count, at(end) == UInt8(ascii: "."), isName(end + 1) { end = endOfRun(end + 1, &all) }
      take(.providerKey, begin..<end)
      return true
    }
    return false
  }
}
