/// Texts that are secrets by their look, whatever they are called.
enum SecretLook {
  private static let marks = [
    "-----BEGIN PRIVATE KEY", "-----BEGIN RSA PRIVATE KEY", "-----BEGIN EC PRIVATE KEY",
    "-----BEGIN OPENSSH PRIVATE KEY",
  ]
  /// The beginnings of keys of well-known services, and how long such a key is at least.
  private static let beginnings: [(text: String, length: Int)] = [
    ("AKIA", 20), ("ASIA", 20), ("AIza", 35), ("sk_live_", 20), ("rk_live_", 20), ("ghp_", 36), ("github_pat_", 40),
    ("xoxb-", 20), ("xoxp-", 20), ("SG.", 40), ("sk-proj-", 30), ("glpat-", 20), ("AAAA", 120),
  ]

  static func isSecret(_ text: String) -> Bool {
    if text.utf8.contains(UInt8(ascii: "-")), marks.contains(where: { text.contains($0) }) { return true }
    if text.hasPrefix("eyJ"), text.count(where: { $0 == "." }) == 2, text.utf8.count > 60 { return true }
    guard !text.utf8.contains(UInt8(ascii: " ")) else { return false }
    return beginnings.contains { text.hasPrefix($0.text) && text.utf8.count >= $0.length }
  }

  /// Whether a literal among the origins of a value looks like one.
  static func isSecret(_ value: Expression, _ project: Project) -> Bool {
    let origins = project.origins(of: value, reach: .influence)
    if origins.leaves.contains(where: { $0.plainText.map(isSecret) == true }) { return true }
    guard origins.names.contains(where: { SecretWords.words(of: $0).last == "key" }) else { return false }
    return origins.leaves.contains { $0.plainText.map(isKeyMaterial) == true }
  }

  /// Letters of both cases with digits in three places or more: what a person or a generator makes to be a key, not the
  /// name of an entry.
  private static func isKeyMaterial(_ text: String) -> Bool {
    guard text.utf8.count >= 10, text.utf8.count <= 512, text.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else {
      return false
    }
    var runs = 0
    var wasDigit = false
    for character in text {
      if character.isNumber, !wasDigit { runs += 1 }
      wasDigit = character.isNumber
    }
    return runs >= 3 && text.contains(where: \.isLowercase) && text.contains(where: \.isUppercase)
      && !text.contains("_") && !text.contains("/") && !text.contains(":")
  }
}
