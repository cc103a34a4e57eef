/// A key whose bytes stand in the source: everybody who has the app has it.
struct HardcodedKey: Rule {
  /// What takes key bytes, and under which label.
  private static let makers: [String: Set<String>] = [
    "SymmetricKey": ["data"],
    "PrivateKey": ["rawRepresentation", "pemRepresentation", "derRepresentation", "x963Representation"],
    "SecKeyCreateWithData": [""], "AES": ["key"], "HMAC": ["key"], "ChaCha20": ["key"], "Blowfish": ["key"],
    "DES": ["key"], "Poly1305": ["key"], "CMAC": ["key"],
  ]
  /// The place of the key among unlabelled arguments.
  private static let places: [String: Int] = ["CCCrypt": 3, "CCHmac": 1, "CCCryptorCreate": 3, "CCHmacInit": 2]

  let manual = RuleManual(
    "hardcoded-key", "Keys do not belong into the source",
    reason:
      "The bytes are in every copy of the app, and in the history of the repository. One look with a disassembler "
      + "opens what the key seals on all devices.",
    fix: "Make the key on the device and keep it in the Keychain or the Secure Enclave; take shared keys from the "
      + "server over an authenticated connection.",
    ids: [
      "O.Cryp_1", "O.Cryp_6", "MASVS-CRYPTO-2", "MASWE-0014", "MASTG-TEST-0213", "CWE-321", "CWE-798",
    ],
    violating: [
      RuleExample(
        "CryptoKit, from a constant in an extension", lines: [3],
        """
        extension Vault { static let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04] }
        struct Vault {
          let key = SymmetricKey(data: Data(bytes))
        }
        """),
      RuleExample(
        "an imported RSA key", lines: [3],
        """
        let privateKeyData = Data([0x30, 0x82, 0x04, 0xbf])
        let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA] as CFDictionary
        let key = SecKeyCreateWithData(privateKeyData as CFData, attributes, nil)
        """),
      RuleExample(
        "through a helper", lines: [1],
        """
        func make(_ text: String) -> SymmetricKey { SymmetricKey(data: text.data(using: .utf8)!) }
        let key = make("0123456789abcdef")
        """),
      RuleExample(
        "beside a namesake in another block that is filled", lines: [8],
        """
        do {
          var bytes = [UInt8](repeating: 0, count: 32)
          fill(&bytes)
          seal(SymmetricKey(data: bytes))
        }
        do {
          var bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04]
          seal(SymmetricKey(data: bytes))
        }
        """),
      RuleExample(
        "in a property of the object itself", lines: [3],
        """
        final class Vault {
          private var bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04]
          func key() -> SymmetricKey { SymmetricKey(data: self.bytes) }
        }
        """),
      RuleExample(
        "handed over by pointer, and only read", lines: [4],
        """
        var bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04]
        var digest = [UInt8](repeating: 0, count: 32)
        CC_SHA256(&bytes, 4, &digest)
        seal(SymmetricKey(data: bytes))
        """),
      RuleExample(
        "a private key", lines: [1], "let k = try P256.Signing.PrivateKey(rawRepresentation: [1, 2, 3, 4])"),
    ],
    conforming: [
      RuleExample(
        "put together from what is given",
        """
        func extract(_ shared: Data) -> SymmetricKey {
          var input = Data("v1".utf8)
          input.append(shared)
          return SymmetricKey(data: input)
        }
        """),
      RuleExample(
        "filled out of another file",
        others: [
          SourceText(path: "B.swift", text: "func fill(_ vault: Vault) throws { vault.bytes = try store.read() }")
        ],
        """
        final class Vault {
          var bytes = Data(repeating: 0, count: 32)
          func key() -> SymmetricKey { SymmetricKey(data: bytes) }
        }
        """),
      RuleExample(
        "filled through the object itself",
        """
        final class Vault {
          var bytes = [UInt8](repeating: 0, count: 32)
          func prepare() { fill(&self.bytes) }
          func key() -> SymmetricKey { SymmetricKey(data: self.bytes) }
        }
        """),
      RuleExample(
        "typed into a field",
        """
        struct Unlock: View {
          @State private var words = ""
          var body: some View { TextField("Words", text: $words) }
          func key() -> SymmetricKey { SymmetricKey(data: Data(words.utf8)) }
        }
        """),
      RuleExample("made here", "let key = SymmetricKey(size: .bits256)"),
      RuleExample(
        "read from a store", "func load() throws -> SymmetricKey { SymmetricKey(data: try store.read(\"key\")) }"),
      RuleExample(
        "a public key",
        "let k = SecKeyCreateWithData(bytes, [kSecAttrKeyClass: kSecAttrKeyClassPublic] as CFDictionary, nil)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for (name, labels) in Self.makers.sorted(by: { $0.key < $1.key }) {
      for call in unit.calls(project.spellings(of: [name])) + implicitMakers(name, unit, project) {
        guard let key = labels.sorted().compactMap({ $0.isEmpty ? call.argument(at: 0) : call.argument($0) }).first,
          project.isConstant(key), !isPublic(call, project)
        else { continue }
        record.flaw(
          manual, at: call, .error, "The bytes of this key stand in the source.", way: way(call, key, project))
      }
    }
    for (name, place) in Self.places.sorted(by: { $0.key < $1.key }) {
      for call in unit.calls(name) {
        guard let key = call.argument(at: place), project.isConstant(key) else { continue }
        record.flaw(
          manual, at: call, .error, "The bytes of this key stand in the source.", way: way(call, key, project))
      }
    }
  }

  /// From the use to the bytes, when they stand somewhere else.
  private func way(_ call: Expression, _ key: Expression, _ project: Project) -> [Expression] {
    let origins = project.origins(of: key, reach: .influence)
    guard let bytes = origins.leaves.first(where: { $0.kind == .string || $0.kind == .array }) else { return [] }
    return [call] + origins.way(to: bytes)
  }

  /// `.init(data:)` where the type is told by what the value is for.
  private func implicitMakers(_ name: String, _ unit: SourceUnit, _ project: Project) -> [Expression] {
    unit.calls("init").filter { call in
      guard call.first?.kind == .member, call.receiver == nil else { return false }
      let target =
        unit.declaration(withValue: call.id)?.typeText
        ?? (call.parent == nil ? call.owner.enclosingFunction?.typeText : nil)
      return target.map { project.resolvedTypeName($0) } == name
    }
  }

  private func isPublic(_ call: Expression, _ project: Project) -> Bool {
    guard call.calledName == "SecKeyCreateWithData", let attributes = call.argument(at: 1) else { return false }
    return project.origins(of: attributes, reach: .influence).names.contains("kSecAttrKeyClassPublic")
  }
}
