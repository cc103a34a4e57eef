/// A nonce or initialization vector that is fixed in the source, or left out.
struct FixedNonce: Rule {
  let manual = RuleManual(
    "fixed-nonce", "A nonce must never come twice",
    reason: "With one nonce for two messages GCM and ChaCha20 give away both messages and the key of their tag; CBC "
      + "with a fixed vector shows equal beginnings.",
    fix: "Let AES.GCM.seal make the nonce; elsewhere take fresh bytes from SecRandomCopyBytes for each message.",
    ids: ["O.Cryp_2", "O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0022", "CWE-329", "CWE-323"],
    violating: [
      RuleExample(
        "GCM with a constant", lines: [3],
        """
        enum Box { static let iv = Data([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) }
        func seal(_ d: Data, _ k: SymmetricKey) throws {
          let nonce = try AES.GCM.Nonce(data: Box.iv)
          _ = try AES.GCM.seal(d, using: k, nonce: nonce)
        }
        """),
      RuleExample(
        "CBC without a vector", lines: [1],
        "CCCrypt(op, CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), k, 16, nil, d, n, o, m, &moved)"),
      RuleExample(
        "a library's vector", lines: [2],
        "import CryptoSwift\nlet aes = try AES(key: key, blockMode: CBC(iv: Array(\"0000000000000000\".utf8)))"),
    ],
    conforming: [
      RuleExample(
        "drawn",
        """
        func draw(_ random: inout some RandomNumberGenerator) throws -> AES.GCM.Nonce {
          let (high, low) = (random.next(), random.next())
          return try Swift.withUnsafeBytes(of: (high, low)) { try AES.GCM.Nonce(data: $0.prefix(12)) }
        }
        """),
      RuleExample("a fresh nonce", "let box = try AES.GCM.seal(d, using: k, nonce: AES.GCM.Nonce())"),
      RuleExample(
        "a nonce that came with the message",
        "func open(_ m: Message) throws { let n = try AES.GCM.Nonce(data: m.nonce); use(n) }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("Nonce") {
      guard let data = call.argument("data"), project.isConstant(data) else { continue }
      record.flaw(manual, at: call, .error, "This nonce is fixed in the source.")
    }
    for call in unit.calls("CBC", "CTR", "GCM", "CFB", "OFB") {
      guard let vector = call.argument("iv"), project.isConstant(vector) else { continue }
      record.flaw(manual, at: call, .error, "This initialization vector is fixed in the source.")
    }
    for call in unit.calls("CCCrypt") {
      let arguments = call.arguments.map(\.value)
      guard arguments.count >= 6, !isECB(arguments[2], project) else { continue }
      let vector = arguments[5].unwrapped
      guard vector.kind == .null || project.isConstant(vector) else { continue }
      // With a broken cipher the vector is the smaller matter.
      guard !project.origins(of: arguments[1], reach: .influence).names.contains(where: WeakCipher.algorithms.contains)
      else { continue }
      record.flaw(manual, at: call, .warning, "The initialization vector is fixed or left out (all zero).")
    }
  }

  private func isECB(_ options: Expression, _ project: Project) -> Bool {
    project.origins(of: options, reach: .influence).names.contains("kCCOptionECBMode")
  }
}
