/// MD5 and SHA-1 (and older): whoever wants can find two texts with one digest.
struct WeakHash: Rule {
  private static let functions = [
    "CC_MD5", "CC_MD4", "CC_MD2", "CC_SHA1", "CC_MD5_Init", "CC_SHA1_Init", "CC_MD5_Update", "CC_SHA1_Update",
  ]
  private static let signatures = [
    "rsaSignatureMessagePKCS1v15SHA1", "rsaSignatureDigestPKCS1v15SHA1", "rsaSignatureMessagePSSSHA1",
    "rsaSignatureDigestPSSSHA1", "ecdsaSignatureMessageX962SHA1", "ecdsaSignatureDigestX962SHA1",
    "kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1", "kSecKeyAlgorithmECDSASignatureMessageX962SHA1",
  ]
  /// A digest that only names, finds or compares something that nobody attacks.
  private static let harmless: Set<String> = [
    "gravatar", "etag", "cache", "caches", "checksum", "legacy", "git", "avatar",
  ]

  let manual = RuleManual(
    "weak-hash", "MD5 and SHA-1 protect nothing",
    reason: "Collisions for both are made on ordinary computers; a digest of a password is tried out at billions per "
      + "second.",
    fix: "Use SHA256 of CryptoKit; for passwords a key derivation function with a salt.",
    ids: [
      "O.Cryp_2", "O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0021", "MASTG-TEST-0211", "CWE-327", "CWE-328",
    ],
    violating: [
      RuleExample("CryptoKit says it itself", lines: [1], "let d = Insecure.MD5.hash(data: data)"),
      RuleExample(
        "an alias and a generic helper", lines: [2],
        """
        import CryptoKit
        typealias Fast = Insecure.SHA1
        func digest(_ data: Data) -> Fast.Digest { Fast.hash(data: data) }
        """),
      RuleExample(
        "CommonCrypto over several lines", lines: [3],
        """
        func digest(_ data: Data) {
          var out = [UInt8](repeating: 0, count: 20)
          CC_SHA1(
            bytes,
            CC_LONG(data.count), &out)
        }
        """),
      RuleExample("a library's method", lines: [2], "import CryptoSwift\nlet d = password.md5()"),
    ],
    conforming: [
      RuleExample("SHA-256", "let d = SHA256.hash(data: data)"),
      RuleExample("a type of one's own", "enum Insecure { case md5 }\nlet x = Insecure.md5"),
      RuleExample(
        "the digest that a protocol asks for", "let code = HMAC<Insecure.SHA1>.authenticationCode(for: c, using: k)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for place in unit.mentions("Insecure") {
      guard let member = place.parent, member.kind == .member, ["MD5", "SHA1"].contains(member.name) else { continue }
      record.flaw(
        manual, at: member, severity(member), "\(member.name) is broken.", edits: edits(member))
    }
    for declaration in unit.allDeclarations where declaration.kind == .typeAlias {
      guard declaration.typeText.hasSuffix("Insecure.MD5") || declaration.typeText.hasSuffix("Insecure.SHA1") else {
        continue
      }
      record.flaw(manual, at: declaration, .warning, "This name stands for a broken digest.")
    }
    for place in unit.mentions(Self.functions) where project.declarations(of: place).isEmpty {
      record.flaw(manual, at: place, severity(place), "\(place.name) is broken.")
    }
    for place in unit.mentions(Self.signatures) {
      record.flaw(manual, at: place, .warning, "A signature over SHA-1 can be moved to another text.")
    }
    guard unit.imports.contains(where: { ["CryptoSwift", "SwiftHash", "IDZSwiftCommonCrypto"].contains($0) }) else {
      return
    }
    for call in unit.calls("md5", "sha1") where call.receiver != nil {
      record.flaw(manual, at: call, severity(call), "\(call.calledName) is broken.")
    }
  }

  /// `Insecure.MD5.hash(data:)` has a twin with the same form; a name of the digest elsewhere may be part of a protocol.
  private func edits(_ member: Expression) -> [SourceEdit] {
    guard let base = member.first, base.kind == .name, let call = member.parent, call.kind == .member,
      call.name == "hash"
    else { return [] }
    let start = Int(base.offset)
    let end = Int(member.offset) + member.name.utf8.count
    guard end - start == "Insecure.".utf8.count + member.name.utf8.count else { return [] }
    return [SourceEdit(file: member.unit.path, start: start, end: end, replacement: "SHA256")]
  }

  /// The identifier of a key, as certificates have it.
  /// Source: RFC 5280, section 4.2.1.2.
  private func isOfPublicKey(_ place: Expression) -> Bool {
    var top = place
    while let parent = top.parent, parent.kind == .member || parent.kind == .call && parent.first == top {
      top = parent
    }
    guard top.kind == .call, let data = top.argument(at: 0) else { return false }
    return (data.path ?? []).contains { Set(SecretWords.words(of: $0)).isSuperset(of: ["public", "key"]) }
  }

  /// One branch of a choice between digests that somebody else makes: a protocol or a certificate.
  private func isOneOfMany(_ place: Expression) -> Bool {
    guard let function = place.owner.enclosingFunction else { return false }
    var blocks: [BodyStep.Block] = []
    for step in function.steps where step.offset <= place.offset {
      if step.kind == .open { blocks.append(step.block) } else if step.kind == .close { _ = blocks.popLast() }
    }
    return blocks.contains(.branch)
      && place.unit.mentions("SHA256", "SHA384", "SHA512").contains { $0.owner.enclosingFunction == function }
  }

  private func severity(_ place: Expression) -> FindingSeverity {
    let scopes = [place.owner] + place.owner.enclosing
    let words = Set(scopes.flatMap { SecretWords.words(of: $0.name) })
    return words.isDisjoint(with: Self.harmless) && !isOfPublicKey(place) && !isOneOfMany(place) ? .warning : .note
  }
}
