#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct KeyLengthTests {
    private func verdicts(_ path: String, _ text: String) -> [String] {
      let files = [SourceText(path: path, text: text)]
      return Audit().run(SourceTree(files: files), policy: RuleExamplesTests.policy).findings
        .filter { ["short-key", "short-java-key"].contains($0.rule) }.map { "\($0.severity) \($0.message)" }
    }

    @Test(
      "An RSA key of one length is judged alike on both platforms",
      arguments: [(1024, "error"), (2048, "note"), (2999, "note"), (3000, nil), (3072, nil)] as [(Int, String?)])
    func rsa(bits: Int, severity: String?) {
      let expected = severity.map { ["\($0) A key of \(bits) bits is too short; at least 3000 are asked for."] } ?? []
      let apple = "let a: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: \(bits)]"
      let android = "fun f() = KeyPairGenerator.getInstance(\"RSA\").apply { initialize(\(bits)) }"
      #expect(verdicts("A.swift", apple) == expected)
      #expect(verdicts("A.kt", android) == expected)
    }

    @Test("So is a key on a curve", arguments: [(224, true), (256, false), (384, false)])
    func curves(bits: Int, isShort: Bool) {
      let expected = isShort ? ["error A key of \(bits) bits is too short; at least 250 are asked for."] : []
      let apple =
        "let a: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: \(bits)]"
      let maker = "KeyPairGenerator.getInstance(\"EC\")"
      let sized = "fun f() = \(maker).apply { initialize(\(bits)) }"
      let named = "fun f() = \(maker).apply { initialize(ECGenParameterSpec(\"secp\(bits)r1\")) }"
      #expect(verdicts("A.swift", apple) == expected)
      #expect(verdicts("A.kt", sized) == expected)
      #expect(verdicts("A.kt", named) == expected)
    }
  }
#endif
