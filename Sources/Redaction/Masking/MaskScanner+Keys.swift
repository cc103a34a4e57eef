/// Keys that their own beginning gives away: providers of services mark them so that they are found where they must not
/// be. Source: GitHub, "About authentication to GitHub" (token formats); AWS, "IAM identifiers"; Slack, "Token types";
/// Stripe, "API keys"; GitLab, "Token overview"; Google, npm, PyPI, OpenAI, Anthropic, Hugging Face alike.
extension MaskScanner {
  private struct Form {
    let prefix: [UInt8]
    /// How many letters, digits, `_` and `-` follow.
    let rest: ClosedRange<Int>
    /// Classes of bytes that must all occur.
    let classes: UInt8

    init(_ prefix: String, _ rest: ClosedRange<Int>, _ classes: ByteClass = .digit) {
      (self.prefix, self.rest, self.classes) = (Array(prefix.utf8), rest, classes.rawValue)
    }
  }

  /// The shortest of all.
  static let shortestKey = 16

  private static let byFirst: [[Form]] = {
    let longest = 1 << 10
    var forms = ["AKIA", "ASIA", "ABIA", "ACCA"].map { Form($0, 16...16, .upper) }
    forms += ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { Form($0, 36...longest) }
    forms += ["sk_live_", "sk_test_", "rk_live_", "rk_test_"].map { Form($0, 16...longest) }
    forms += ["xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xapp-"].map {
      Form($0, 12...longest)
    }
    forms += ["shpat_", "shpca_", "shppa_", "shpss_"].map { Form($0, 32...32) }
    forms += [
      Form("github_pat_", 22...longest), Form("glpat-", 20...longest), Form("whsec_", 24...longest),
      Form("AIza", 35...35), Form("GOCSPX-", 24...longest), Form("npm_", 36...36), Form("pypi-", 50...longest),
      Form("sk-", 20...longest, [.digit, .upper, .lower]), Form("hf_", 34...34, [.upper, .lower]),
      Form("dop_v1_", 64...64), Form("AGE-SECRET-KEY-1", 58...58, .upper), Form("sq0csp-", 43...43),
      Form("sq0atp-", 22...22),
    ]
    return (0..<128).map { first in forms.filter { $0.prefix[0] == UInt8(first) } }
  }()

  /// Beginnings that end in a dot, and how much follows at least.
  private static let dotted: [(prefix: StaticString, least: Int)] = [("SG.", 20), ("ya29.", 20), ("hvs.", 24)]

  /// Masks a word that is such a key, with what belongs to it behind two dashes.
  mutating func key(_ word: Range<Int>) -> Bool {
    let dotted = word.lowerBound > 0 && at(word.lowerBound - 1) == UInt8(ascii: ".")
    let forms = Self.byFirst[Int(at(word.lowerBound)) & 127]
    guard dotted || !forms.isEmpty else { return false }
    var end = word.upperBound
    var all: UInt8 = 0
    for place in word { all |= kind(place) }
    while end < count, isName(end) || at(end) == UInt8(ascii: "-"), !isBlock(end) {
      all |= kind(end)
      end += 1
    }
    if dotted, let start = startOfDotted(word.lowerBound, end) {
      // The signature of a key of two parts.
      if end + 1 < count, at(end) == UInt8(ascii: "."), isName(end + 1) {
        end += 1
        while end < count, isName(end) || at(end) == UInt8(ascii: "-"), !isBlock(end) { end += 1 }
      }
      take(.providerKey, start..<end)
      return true
    }
    let isKey = forms.contains { form in
      form.rest.contains(end - word.lowerBound - form.prefix.count) && all & form.classes == form.classes
        && bytes[word].starts(with: form.prefix)
        && (form.classes & ByteClass.upper.rawValue == 0 || form.classes & ByteClass.lower.rawValue != 0
          || all & ByteClass.lower.rawValue == 0)
    }
    guard isKey else { return false }
    take(.providerKey, word.lowerBound..<end)
    return true
  }

  private func startOfDotted(_ start: Int, _ end: Int) -> Int? {
    for (prefix, least) in Self.dotted {
      let begin = start - prefix.utf8CodeUnitCount
      if begin >= floor, end - start >= least, starts(begin, with: prefix), begin == floor || !isName(begin - 1) {
        return begin
      }
    }
    return nil
  }
}
