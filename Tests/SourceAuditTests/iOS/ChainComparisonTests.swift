#if Audit
  import SourceAudit
  import Testing

  @Suite struct ChainComparisonTests {
    struct Sample: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let text: String
      init(_ title: String, _ text: String) { (testDescription, self.text) = (title, text) }
    }

    private static let control = "keys or certificates of a validated chain are compared"
    private static let chain = "SecTrustCopyCertificateChain(t) as? [SecCertificate] ?? []"
    private static let check = "guard SecTrustEvaluateWithError(t, nil) else { return false }"

    private func report(_ text: String) -> AuditReport {
      Audit().run(
        SourceTree(files: [SourceText(path: "Sources/App.swift", text: text)]), policy: RuleExamplesTests.policy)
    }

    private func found(_ text: String) -> (flaws: [Int], controls: [Int]) {
      let report = self.report(text)
      return (
        report.findings.filter { $0.rule == "pinning-without-validation" }.map(\.line),
        report.controls.filter { $0.control == Self.control }.map(\.line)
      )
    }

    static let all = [
      Sample(
        "each key of the chain",
        """
        func f(_ t: SecTrust) -> Bool {
          \(check)
          let c = \(chain)
          return c.contains { pins.contains(digest(SecCertificateCopyKey($0))) }
        }
        """),
      Sample(
        "each certificate, in a loop over their numbers",
        """
        func f(_ t: SecTrust) -> Bool {
          \(check)
          for i in 0..<SecTrustGetCertificateCount(t) {
            if let c = SecTrustGetCertificateAtIndex(t, i), SecCertificateCopyData(c) as Data == pinned { return true }
          }
          return false
        }
        """),
      Sample(
        "a hash that C fills",
        """
        func f(_ t: SecTrust) -> Bool {
          \(check)
          for c in \(chain) {
            let data = SecCertificateCopyData(c) as Data
            var hash = [UInt8](repeating: 0, count: 32)
            data.withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(data.count), &hash) }
            if pins.contains(Data(hash)) { return true }
          }
          return false
        }
        """),
      Sample(
        "a set that a loop fills, in a helper",
        """
        func f(_ t: SecTrust) -> Bool { SecTrustEvaluateWithError(t, nil) && !pins.isDisjoint(with: hashes(t)) }
        func hashes(_ t: SecTrust) -> Set<Data> {
          var found: Set<Data> = []
          for c in \(chain) { found.insert(digest(SecCertificateCopyData(c) as Data)) }
          return found
        }
        """),
      Sample(
        "the key of each, through a trust object of its own",
        """
        func f(_ t: SecTrust) -> Bool {
          \(check)
          return (\(chain)).contains { pins.contains(digest(key(of: $0))) }
        }
        func key(of c: SecCertificate) -> SecKey? {
          var own: SecTrust?
          SecTrustCreateWithCertificates(c, SecPolicyCreateBasicX509(), &own)
          return own.flatMap { SecTrustCopyKey($0) }
        }
        """),
    ]

    @Test("All of a validated chain, however it comes to the comparison, is the control and no flaw", arguments: all)
    func whole(sample: Sample) {
      let seen = found(sample.text)
      #expect(seen.flaws.isEmpty && seen.controls.count == 1)
    }

    @Test("Of a chain that nobody validates the comparison is no control", arguments: all)
    func unvalidated(sample: Sample) {
      let text = sample.text.replacing(Self.check, with: "")
      #expect(found(text.replacing("SecTrustEvaluateWithError(t, nil) && ", with: "")).controls.isEmpty)
    }

    /// Each in one line.
    static let leaves: [String] = [
      "return SecCertificateCopyData((\(chain)).first!) as Data == pinned",
      "let c = \(chain); return SecCertificateCopyData(c[0]) as Data == pinned",
      """
      guard let k = SecTrustCopyKey(t), let raw = SecKeyCopyExternalRepresentation(k, nil) as Data? \
      else { return no }; \
      return pins.contains(Data(SHA256.hash(data: raw)).base64EncodedString())
      """,
      "return (\(chain)).prefix(1).contains { pinned == SecCertificateCopyData($0) as Data }",
      "return SecTrustGetCertificateAtIndex(t, 0).map { SecCertificateCopyData($0) as Data } == pinned",
      """
      var h = [UInt8](); let d = SecCertificateCopyData((\(chain))[0]) as Data; \
      CC_SHA256(Array(d), CC_LONG(d.count), &h); return pins.contains(h)
      """,
      "let c = \(chain); return pins.contains((SecCertificateCopyData(c[0]) as Data).dropFirst(26))",
      "let c = \(chain); return Array(digest(SecCertificateCopyData(c[0]) as Data).reversed()) == pin",
      "let c = \(chain); return SecCertificateCopyData(c[c.startIndex]) as Data == pinned",
      """
      var i = (\(chain)).makeIterator(); guard let c = i.next() else { return false }; \
      return pins.contains(SecCertificateCopyData(c) as Data)
      """,
      """
      return Just(t).map { SecTrustCopyCertificateChain($0) as? [SecCertificate] ?? [] }.compactMap { $0.first } \
      .map { pins.contains(SecCertificateCopyData($0) as Data) }
      """,
      "let c = \(chain); return owners[digest(SecCertificateCopyData(c[0]) as Data)] != nil",
      """
      let c = \(chain); if let owner = owners[digest(SecCertificateCopyData(c[0]) as Data)] { return owner.isOurs }; \
      return false
      """,
      """
      let h = hex(SecCertificateCopyData((\(chain))[0]) as Data); \
      switch h { case Pins.now, Pins.spare: return true; default: return false }
      """,
      // Beside what says nothing about which certificates there are.
      """
      let c = \(chain); guard c.indices.contains(0) else { return false }; \
      return pins.contains(SecCertificateCopyData(c[0]) as Data)
      """,
      """
      let c = \(chain); let names = c.compactMap { SecCertificateCopySubjectSummary($0) as String? }; \
      guard names.contains(authority) else { return false }; \
      return pins.contains(SecCertificateCopyData(c[0]) as Data)
      """,
    ]

    @Test("The leaf alone is a flaw at the place that takes it, and no control", arguments: leaves)
    func leaf(body: String) {
      let seen = found("func f(_ t: SecTrust) -> Bool {\n\(Self.check)\n\(body)\n}")
      #expect(seen.flaws == [3] && seen.controls.isEmpty)
    }

    private static let leafKey =
      "guard let k = SecTrustCopyKey(t), let raw = SecKeyCopyExternalRepresentation(k, nil) as Data? else { return no }"
    private static let spare = "the leaf's key of a validated chain is compared with several pins"

    /// How many flaws, and which controls.
    private func leaf(
      _ pins: String, _ check: String = ChainComparisonTests.check, _ end: String = "return known"
    ) -> [String] {
      let report = report(
        """
        \(pins)
        func f(_ t: SecTrust) -> Bool {
        \(check)
        \(Self.leafKey)
        let known = pins.contains(hash(raw))
        \(end)
        }
        """)
      let rule = "pinning-without-validation"
      return report.findings.filter { $0.rule == rule }.map { _ in "flaw" }
        + report.controls.filter { $0.rule == rule }.map(\.control)
    }

    @Test("The leaf's key against several constant pins, validated and heeded, is the control and no flaw")
    func leafWithSpare() {
      let two = #"private let pins: Set<String> = ["r/mI=", "YLh1="]"#
      for pins in [two, #"let pins = [Data(base64Encoded: "r/mI=")!, Data(base64Encoded: "YLh1=")!]"#] {
        #expect(leaf(pins) == [Self.spare])
      }
      #expect(leaf(#"let pins: Set<String> = ["r/mI="]"#) == ["flaw"])
      #expect(leaf(#"let pins: Set<String> = ["r/mI=", "r/mI="]"#) == ["flaw"])
      #expect(leaf(two, "") == ["flaw"])
      #expect(leaf(two, Self.check, "if !known { print(\"unknown\") }; return true") == ["flaw"])
    }

    static let facts: [String] = [
      "let k = SecTrustCopyKey(t); print(k as Any); return true",
      "return SecTrustCopyKey(t) != nil",
      "return (\(chain)).count == 3",
      "let c = \(chain); let name = SecCertificateCopySubjectSummary(c[0]) as String?; return name == host",
      "let name = SecCertificateCopySubjectSummary((\(chain))[0]) as String?; return name?.lowercased() == host",
      "let c = \(chain); let n = SecCertificateCopySerialNumberData(c[0], nil) as Data?; return n == last",
      """
      let c = \(chain); let i = SecCertificateCopyNormalizedIssuerSequence(c[0]) as Data?; \
      let s = SecCertificateCopyNormalizedSubjectSequence(c[0]) as Data?; return i == s
      """,
      "switch (\(chain)).first { case .some(let leaf): return show(leaf); case .none: return false }",
    ]

    @Test("What is read and compared with no pin is neither", arguments: facts)
    func neither(body: String) {
      let seen = found("func f(_ t: SecTrust) -> Bool {\n\(Self.check)\n\(body)\n}")
      #expect(seen.flaws.isEmpty && seen.controls.isEmpty)
    }

    private static let look = "contains(where: { pins.contains(SecCertificateCopyData($0) as Data) })"

    static let idleBodies: [String] = [
      "let isPinned = (\(chain)).\(look); print(\"pinned: \\(isPinned)\"); return true",
      "var isPinned = false; isPinned = (\(chain)).\(look); NSLog(\"%d\", isPinned); return true",
      "_ = (\(chain)).\(look); return true",
      "print(isPinned(t)); return true }; func isPinned(_ t: SecTrust) -> Bool { (\(chain)).\(look)",
      "return SecTrustEvaluateWithError(t, nil) || (\(chain)).\(look)",
      "let isPinned = (\(chain)).\(look); if !isPinned { print(\"unknown\") }; return true",
      "if !(\(chain)).\(look) { NSLog(\"unknown\") } else { print(\"known\") }; return true",
      "note(t); return true }; func note(_ t: SecTrust) { if (\(chain)).\(look) { print(\"known\") }",
    ]

    @Test("A comparison whose answer decides nothing is no control", arguments: idleBodies)
    func idle(body: String) {
      let seen = found("func f(_ t: SecTrust) -> Bool {\n\(Self.check)\n\(body)\n}")
      #expect(seen.flaws.isEmpty && seen.controls.isEmpty)
    }

    static let heededBodies: [String] = [
      "let isPinned = (\(chain)).\(look); print(\"pinned: \\(isPinned)\"); return isPinned",
      "let known = (\(chain)).filter { pins.contains(SecCertificateCopyData($0) as Data) }; return !known.isEmpty",
      "let c = \(chain); if !SecTrustEvaluateWithError(t, nil) || !c.\(look) { return false }; return true",
      "let c = \(chain); done(c.\(look) ? .useCredential : .cancelAuthenticationChallenge); return true",
      "complete((\(chain)).\(look)); return true",
      "let isPinned = (\(chain)).\(look); if !isPinned { print(\"unknown\"); return false }; return true",
      "var isKnown = true; if !(\(chain)).\(look) { print(\"unknown\"); isKnown = false }; return isKnown",
      "if (\(chain)).\(look) { print(\"known\") } else { stop() }; return true",
      "return isPinned(t) }; func isPinned(_ t: SecTrust) -> Bool { (\(chain)).\(look)",
      """
      var i = (\(chain)).makeIterator(); \
      while let c = i.next() { if pins.contains(SecCertificateCopyData(c) as Data) { return true } }; return false
      """,
    ]

    @Test("One that is given on, printed besides or not, is", arguments: heededBodies)
    func heeded(body: String) {
      let seen = found("func f(_ t: SecTrust) -> Bool {\n\(Self.check)\n\(body)\n}")
      #expect(seen.flaws.isEmpty && seen.controls == [3])
    }

    @Test("Where the system validates, a comparison of the whole chain is a control")
    func leftToTheSystem() {
      let seen = found(
        """
        func f(_ t: SecTrust, _ done: (Disposition, URLCredential?) -> Void) {
          let c = \(Self.chain)
          done(c.\(Self.look) ? .performDefaultHandling : .cancelAuthenticationChallenge, nil)
        }
        """)
      #expect(seen.flaws.isEmpty && seen.controls == [2])
    }

    @Test("A comparison that stands in place of validation is a flaw, and no control beside it")
    func replaced() {
      let seen = found(
        """
        func f(_ t: SecTrust, _ done: (Disposition, URLCredential?) -> Void) {
          let c = \(Self.chain)
          guard c.contains(where: { pins.contains(SecCertificateCopyData($0) as Data) }) else { return done(.no, nil) }
          done(.useCredential, URLCredential(trust: t))
        }
        """)
      #expect(seen.flaws == [4] && seen.controls.isEmpty)
    }
  }
#endif
