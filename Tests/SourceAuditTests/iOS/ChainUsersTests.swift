#if Audit
  import SourceAudit
  import Testing

  /// Chains that one file reads and another compares.
  @Suite struct ChainUsersTests {
    struct Sample: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let files: [String: String]
      init(_ title: String, _ files: [String: String]) { (testDescription, self.files) = (title, files) }
    }

    private static let chain = "SecTrustCopyCertificateChain"
    private static let check = "SecTrustEvaluateWithError(t, nil)"
    private static let property = """
      extension SecTrust { var all: [SecCertificate] { \(chain)(self) as? [SecCertificate] ?? [] } }
      """
    private static let store = """
      protocol PinStore { func holds(_ digest: Data) -> Bool }
      struct Bundled: PinStore { let known: Set<Data>; func holds(_ digest: Data) -> Bool { known.contains(digest) } }
      """
    private static let matcher = """
      struct Matcher { func matches(_ c: SecCertificate) -> Bool { pins.contains(SecCertificateCopyData(c) as Data) } }
      """
    private static let helpers = """
      func chain(of t: SecTrust) -> [SecCertificate] { \(chain)(t) as? [SecCertificate] ?? [] }
      func leaf(of t: SecTrust) -> Data? { chain(of: t).first.map { SecCertificateCopyData($0) as Data } }
      func hashes(of t: SecTrust) -> [Data] { chain(of: t).map { digest(SecCertificateCopyData($0) as Data) } }
      """

    private func found(_ files: [String: String]) -> (flaws: [String], controls: [String]) {
      let report = Audit().run(
        SourceTree(files: files.map { SourceText(path: $0.key, text: $0.value) }), policy: RuleExamplesTests.policy)
      let rule = "pinning-without-validation"
      return (
        report.findings.filter { $0.rule == rule }.map { "\($0.file):\($0.line)" },
        report.controls.filter { $0.rule == rule }.map(\.file)
      )
    }

    /// The flaw stands in the second line of B.swift.
    static let leaves = [
      Sample(
        "a property",
        [
          "A.swift": property,
          "B.swift": """
          func f(_ t: SecTrust) -> Bool {
            guard let c = t.all.first, \(check) else { return false }
            return pins.contains(SecCertificateCopyData(c) as Data)
          }
          """,
        ]),
      Sample(
        "a store behind a protocol",
        [
          "A.swift": store,
          "B.swift": """
          func f(_ t: SecTrust, _ s: any PinStore) -> Bool {
            let c = (\(chain)(t) as? [SecCertificate] ?? [])[0]
            return \(check) && s.holds(SecCertificateCopyData(c) as Data)
          }
          """,
        ]),
      Sample(
        "a matcher that others hand the whole chain",
        [
          "A.swift": matcher,
          "B.swift": """
          func f(_ t: SecTrust, _ m: Matcher) -> Bool {
            guard let c = (\(chain)(t) as? [SecCertificate])?.first else { return false }
            return \(check) && m.matches(c)
          }
          """,
          "C.swift": """
          func g(_ t: SecTrust, _ m: Matcher) -> Bool {
            \(check) && (\(chain)(t) as? [SecCertificate] ?? []).contains { m.matches($0) }
          }
          """,
        ]),
    ]

    @Test("The leaf alone is a flaw where it is taken, wherever the chain is read", arguments: leaves)
    func leaf(sample: Sample) { #expect(found(sample.files).flaws == ["B.swift:2"]) }

    @Test("Who takes the leaf out of a function answers for itself alone, and so does who takes all")
    func shared() {
      let first = "func f(_ t: SecTrust) -> Bool { \(Self.check) && pins.contains(leaf(of: t)) }"
      let all = "func g(_ t: SecTrust) -> Bool { \(Self.check) && !pins.isDisjoint(with: hashes(of: t)) }"
      let leaves = found(["A.swift": Self.helpers, "B.swift": first])
      #expect(leaves.flaws == ["A.swift:2"] && leaves.controls.isEmpty)
      let chains = found(["A.swift": Self.helpers, "C.swift": all])
      #expect(chains.flaws.isEmpty && chains.controls == ["A.swift"])
      #expect(found(["A.swift": Self.helpers, "B.swift": first, "C.swift": all]).flaws == ["A.swift:2"])
    }

    static let wholes = [
      Sample(
        "a property",
        [
          "A.swift": property,
          "B.swift": """
          func f(_ t: SecTrust) -> Bool {
            \(check) && t.all.contains { pins.contains(SecCertificateCopyData($0) as Data) }
          }
          """,
        ]),
      Sample(
        "a store behind a protocol",
        [
          "A.swift": """
          func f(_ t: SecTrust, _ s: any PinStore) -> Bool {
            let all = \(chain)(t) as? [SecCertificate] ?? []
            return \(check) && all.contains { s.holds(SecCertificateCopyData($0) as Data) }
          }
          """,
          "B.swift": store,
        ]),
    ]

    @Test("All of a chain that the user validates is the control, where the chain is read", arguments: wholes)
    func whole(sample: Sample) {
      let seen = found(sample.files)
      #expect(seen.flaws.isEmpty && seen.controls == ["A.swift"])
    }

    @Test("A user that does not validate is no control", arguments: wholes)
    func unvalidated(sample: Sample) {
      let files = sample.files.mapValues { $0.replacing("\(Self.check) && ", with: "") }
      #expect(found(files).controls.isEmpty)
    }
  }
#endif
