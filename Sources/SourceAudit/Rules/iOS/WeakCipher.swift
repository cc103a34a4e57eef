/// DES, 3DES, RC2, RC4, Blowfish and CAST, ECB, and RSA without OAEP.
struct WeakCipher: Rule {
  static let algorithms = [
    "kCCAlgorithmDES", "kCCAlgorithm3DES", "kCCAlgorithmRC4", "kCCAlgorithmRC2", "kCCAlgorithmBlowfish",
    "kCCAlgorithmCAST", "kCCModeRC4",
  ]
  private static let modes = ["kCCOptionECBMode", "kCCModeECB"]
  private static let libraries: Set<String> = [
    "CryptoSwift", "IDZSwiftCommonCrypto", "SwCrypt", "Cryptor", "BlueCryptor",
  ]

  let manual = RuleManual(
    "weak-cipher", "Broken ciphers and modes protect nothing",
    reason: "Old ciphers fall to blocks or keys that are too short; ECB shows equal blocks as equal; RSA with PKCS #1 "
      + "v1.5 padding or none can be opened by asking.",
    fix: "Use AES.GCM or ChaChaPoly of CryptoKit; for RSA an OAEP algorithm with SHA-256.",
    ids: [
      "O.Cryp_2", "O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0020", "MASTG-TEST-0210", "CWE-327", "CWE-780",
    ],
    violating: [
      RuleExample(
        "3DES, the algorithm in a constant", lines: [1],
        """
        let algorithm = CCAlgorithm(kCCAlgorithm3DES)
        let s = CCCrypt(op, algorithm, CCOptions(kCCOptionPKCS7Padding), k, 24, iv, d, n, o, m, &moved)
        """),
      RuleExample(
        "AES in ECB", lines: [3],
        """
        let s = CCCrypt(
          op, CCAlgorithm(kCCAlgorithmAES),
          CCOptions(kCCOptionECBMode | kCCOptionPKCS7Padding), k, 16, nil, d, n, o, m, &moved)
        """),
      RuleExample("a library's ECB", lines: [2], "import CryptoSwift\nlet aes = try AES(key: k, blockMode: ECB())"),
      RuleExample(
        "RSA without OAEP", lines: [1], "let c = SecKeyCreateEncryptedData(key, .rsaEncryptionPKCS1, d, nil)"),
    ],
    conforming: [
      RuleExample("GCM", "let box = try AES.GCM.seal(data, using: key)"),
      RuleExample("OAEP", "let c = SecKeyCreateEncryptedData(key, .rsaEncryptionOAEPSHA256, d, nil)"),
      RuleExample("a name that looks alike", "let mode = Settings.ECB"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for place in unit.mentions(Self.algorithms) where isUsed(place) {
      record.flaw(manual, at: place, .error, "\(place.name.dropFirst(3)) is broken.")
    }
    for place in unit.mentions(Self.modes) where isUsed(place) {
      record.flaw(manual, at: place, .error, "ECB shows equal blocks as equal.")
    }
    for place in unit.mentions("rsaEncryptionPKCS1", "rsaEncryptionRaw", "kSecKeyAlgorithmRSAEncryptionPKCS1") {
      record.flaw(manual, at: place, .warning, "RSA without OAEP can be opened by asking.")
    }
    for call in unit.calls("seal") where isAuthenticated(call) && project.isUsed(call) {
      record.control("encryption is authenticated", manual, at: call)
    }
    guard unit.imports.contains(where: Self.libraries.contains) else { return }
    for call in unit.calls("ECB", "DES", "TripleDES", "Blowfish", "RC4", "Rabbit") {
      record.flaw(manual, at: call, .error, "\(call.calledName) is broken.")
    }
  }

  /// `AES.GCM.seal`, `ChaChaPoly.seal` of CryptoKit.
  private func isAuthenticated(_ seal: Expression) -> Bool {
    guard let box = seal.receiver else { return false }
    return box.name == "ChaChaPoly" || box.name == "GCM" && box.first?.name == "AES"
  }

  private func isUsed(_ place: Expression) -> Bool {
    guard let parent = place.parent else { return true }
    return parent.kind != .binary || !["==", "!="].contains(parent.name)
  }
}
