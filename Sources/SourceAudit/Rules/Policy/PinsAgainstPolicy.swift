import SecurityPolicy

/// Pins of keys or certificates in the code that no environment of the policy names.
struct PinsAgainstPolicy: Rule {
  private static let words: Set<String> = ["pin", "pins", "pinned", "pinning", "spki", "hash", "hashes", "trustkit"]
  private static let example = Policy(
    name: "example",
    environments: [
      .prod: EnvironmentRequirement(
        endpoint: "https://api.example.com",
        pins: ["AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=", "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI="],
        tokenKeys: [], loginKey: "")
    ])

  let languages = Set(SourceLanguage.allCases)
  let manual = RuleManual(
    "pins-against-policy-in-code", "The code pins the keys that the policy names",
    reason:
      "Two lists of pins drift: the day a key is exchanged, one of them locks the app out or lets a retired key in.",
    fix: "Take the pins from the policy, or write the same ones there.",
    ids: ["O.Ntwk_4", "MASVS-NETWORK-2", "MASWE-0047", "CWE-295", "CWE-1188"],
    violating: [
      RuleExample(
        "a pin that no environment has", lines: [2], policy: example,
        """
        enum Pins {
          static let pinnedKeyHashes = ["ZmFtaWx5IG9mIGtleXMgdGhhdCBub2JvZHkgbmFtZXM="]
        }
        """),
      RuleExample(
        "a pinner of OkHttp", path: "A.kt", lines: [1], policy: example,
        #"val pinner = CertificatePinner.Builder().add("api.sleep.app", "sha256/ZmFtaWx5IG9mIGtleXMgdGhhdCBub2JvZHkgbmFtZXM=").build()"#
      ),
    ],
    conforming: [
      RuleExample(
        "a pin of the policy", policy: example,
        #"let pins: Set<String> = ["sha256/AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="]"#),
      RuleExample(
        "another digest", policy: example,
        #"let pictureDigest = "ZmFtaWx5IG9mIGtleXMgdGhhdCBub2JvZHkgbmFtZXM=""#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard unit.role == .app else { return }
    let environments = project.policy.environments.values
    let known = Set(environments.flatMap { $0.pins + $0.pinning.certificates + $0.hosts.flatMap(\.pins) })
    guard !known.isEmpty else { return }
    for literal in unit.all(.string) {
      guard let text = literal.plainText, let pin = Self.pin(text), !known.contains(pin), isNamedPin(literal) else {
        continue
      }
      record.flaw(
        manual, at: literal, .warning,
        "The pin \(pin.prefix(8))… stands in no environments.*.pins of the policy, which names \(known.count).")
    }
  }

  /// 32 bytes in standard base64, as TrustKit, OkHttp and HPKP write them.
  private static func pin(_ text: String) -> String? {
    var text = text[...]
    for start in ["sha256/", "sha256//", "pin-sha256="] where text.hasPrefix(start) {
      text = text.dropFirst(start.count)
    }
    guard text.utf8.count == 44, text.hasSuffix("="), !text.hasSuffix("=="),
      text.dropLast().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "/") })
    else { return nil }
    return String(text)
  }

  private func isNamedPin(_ literal: Expression) -> Bool {
    if literal.plainText?.hasPrefix("sha256/") == true { return true }
    var names: [String] = []
    var top = literal
    while let parent = top.parent {
      if parent.kind == .call {
        names += [parent.calledName] + parent.arguments.filter { $0.value == top }.map(\.label)
      }
      if parent.kind == .assignment, let target = parent.first { names.append(target.unwrapped.name) }
      if parent.kind == .dictionary { names += parent.values.map(\.unwrapped.name) }
      top = parent
    }
    if let declaration = top.unit.declaration(withValue: top.id) { names.append(declaration.name) }
    names += ([top.owner] + top.owner.enclosing).map(\.name)
    return names.contains { !Self.words.isDisjoint(with: SecretWords.words(of: $0)) }
  }
}
