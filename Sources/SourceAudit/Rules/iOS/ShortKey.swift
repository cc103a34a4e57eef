/// Keys that are too short, by the same measure as ``ShortJavaKey``.
struct ShortKey: Rule {
  /// TR-02102-1, 2024-01: RSA from 3000 bits, elliptic curves from 250, symmetric from 128.
  private static let least = (rsa: 3000, curve: 250, symmetric: 128)

  let manual = RuleManual(
    "short-key", "Keys have to be long enough",
    reason: "RSA with 1024 bits is in reach of a well-equipped attacker, and what was recorded stays recorded.",
    fix: "Use RSA with 3000 bits at least (3072 is usual), P-256 or P-384, symmetric keys of 128 bits at least, 256 "
      + "recommended.",
    ids: ["O.Cryp_3", "O.Cryp_5", "MASVS-CRYPTO-2", "MASWE-0009", "MASTG-TEST-0209", "CWE-326"],
    violating: [
      RuleExample(
        "RSA 1024 in a dictionary over lines", lines: [4],
        """
        let attributes: [String: Any] = [
          kSecAttrKeyType as String: kSecAttrKeyTypeRSA,
          kSecAttrKeySizeInBits as String:
            1024,
        ]
        """),
      RuleExample(
        "a constant in another type", lines: [3],
        """
        enum Sizes { static let bits = 512 * 2 }
        func make(_ q: inout [CFString: Any]) {
          q[kSecAttrKeySizeInBits] = Sizes.bits
        }
        """),
      RuleExample(
        "what was long enough until 2023", lines: [1],
        "let a: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048]"),
      RuleExample(
        "a short curve", lines: [1],
        "let a: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 224]"),
      RuleExample("a short symmetric key", lines: [1], "let k = SymmetricKey(size: SymmetricKeySize(bitCount: 64))"),
    ],
    conforming: [
      RuleExample("RSA 3072", "let a = [kSecAttrKeySizeInBits as String: 3072]"),
      RuleExample(
        "a curve",
        "let a: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256]"),
      RuleExample("256 bits", "let k = SymmetricKey(size: .bits256)"),
      RuleExample(
        "128 bits, the least that TR-02102 asks for",
        "let k = SymmetricKey(size: .bits128)\nlet l = SymmetricKey(size: SymmetricKeySize(bitCount: 128))"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for place in unit.mentions("kSecAttrKeySizeInBits") {
      guard let (value, around) = value(under: place) else { continue }
      let sizes = project.integers(of: value)
      guard let size = sizes.min(), size > 0 else { continue }
      let isCurve = around.contains { $0.name.hasPrefix("kSecAttrKeyTypeEC") } || [256, 384, 521].contains(size)
      report(value, size, isCurve ? Self.least.curve : Self.least.rsa, &record)
    }
    for call in unit.calls("SymmetricKeySize") {
      guard let count = call.argument("bitCount"), let bits = project.integers(of: count).min() else { continue }
      report(call, bits, Self.least.symmetric, &record)
    }
  }

  private func report(_ place: Expression, _ size: Int, _ least: Int, _ record: inout AuditRecord) {
    guard size < least else { return }
    // RSA with 2048 bits is no longer recommended, but not broken.
    let isOld = least == Self.least.rsa && size >= 2048
    record.flaw(
      manual, at: place, isOld ? .note : .error,
      "A key of \(size) bits is too short; at least \(least) are asked for.")
  }

  /// The value of the entry in a dictionary or of the assignment to an index, and what stands beside it.
  private func value(under key: Expression) -> (Expression, [Expression])? {
    var top = key
    while let parent = top.parent, parent.kind == .cast || parent.kind == .forced { top = parent }
    guard let parent = top.parent else { return nil }
    if parent.kind == .dictionary {
      let values = parent.values
      guard let index = values.firstIndex(of: top), index % 2 == 0, index + 1 < values.count else { return nil }
      return (values[index + 1], values.map(\.unwrapped))
    }
    if parent.kind == .index, let assignment = parent.parent, assignment.kind == .assignment,
      let value = assignment.second
    {
      return (value, [])
    }
    if parent.kind == .call, let value = parent.arguments.first(where: { $0.value != top })?.value {
      return (value, [])
    }
    return nil
  }
}
