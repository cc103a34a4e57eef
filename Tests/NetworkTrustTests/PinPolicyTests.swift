import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing

struct PinPolicyTests {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  static let end = start.addingTimeInterval(86_400 * 300)
  static let now = start.addingTimeInterval(86_400)

  let root: TestAuthority
  let other: TestAuthority
  let leaf: TestIdentity
  let host: ServerHost

  init() throws {
    root = try TestAuthority(name: "root", notBefore: Self.start, notAfter: Self.end)
    other = try TestAuthority(name: "other", notBefore: Self.start, notAfter: Self.end)
    var request = TestAuthority.Leaf(notBefore: Self.start, notAfter: Self.end)
    request.names = ["api.example.org", "a.b.example.org", "example.net"]
    leaf = try root.issue(request)
    host = try ServerHost("api.example.org")
  }

  func pin(_ number: UInt8) throws -> ServerPin { try ServerPin(digest: [UInt8](repeating: number, count: 32)) }
  func leafPin() throws -> ServerPin { try ServerPin(certificateDER: leaf.certificateDER) }

  func policy(
    _ pins: [ServerPin]? = nil, subdomains: Bool = false, certificates: Set<CertificatePin> = [],
    _ change: (inout PinningRequirement) -> Void = { _ in }
  ) throws -> PinPolicy {
    var rules = PinningRequirement()
    change(&rules)
    let set = try PinSet(try pins ?? [try leafPin(), try pin(1)])
    return try PinPolicy(
      hosts: [PinnedHost(host: host, pins: set, subdomains: subdomains, certificates: certificates)], rules: rules)
  }

  func decide(
    _ policy: PinPolicy, host: String = "api.example.org", name: ServerNameRule = .dialled, now: Date = now,
    anchor: TestAuthority? = nil
  ) async throws -> TrustDecision {
    let anchors = TrustAnchors.certificates([(anchor ?? root).certificateDER])
    return try await TrustEvaluation(anchors: anchors, pinning: policy, name: name).evaluate(
      chain: [leaf.certificateDER], host: ServerHost(host), now: now)
  }

  @Test("The key in use holds without a note; a reserve holds and says that it is one")
  func reserve() async throws {
    #expect(try await decide(policy()).notes == [])
    let decision = try await decide(policy([pin(1), leafPin()]))
    #expect(decision.verdict == .holds)
    #expect(decision.notes == [.backupPinOnly])
  }

  @Test("A host without a rule is refused, also one below a pinned host")
  func unknownHost() async throws {
    let strict = try PinPolicy(
      hosts: [PinnedHost(host: ServerHost("b.example.org"), pins: PinSet([leafPin(), pin(1)]))])
    #expect(try await decide(strict, host: "a.b.example.org").refusal == .hostNotPinned)
    #expect(try await decide(policy(), host: "example.net").refusal == .hostNotPinned)
  }

  @Test("Subdomains are those below a dot, at any depth, and a rule of their own goes before")
  func subdomains() async throws {
    let (mine, none) = (try PinSet([leafPin(), pin(1)]), try PinSet([pin(2), pin(3)]))
    let parent = PinnedHost(host: try ServerHost("example.org"), pins: mine, subdomains: true)
    let wide = try PinPolicy(hosts: [parent])
    #expect(try await decide(wide, host: "a.b.example.org").verdict == .holds)
    #expect(wide.pinned(try ServerHost("notexample.org")) == nil)
    #expect(wide.pinned(try ServerHost("org")) == nil)
    let narrower = PinnedHost(host: try ServerHost("b.example.org"), pins: none, subdomains: true)
    for hosts in [[parent, narrower], [narrower, parent]] {
      let both = try PinPolicy(hosts: hosts)
      #expect(try await decide(both, host: "a.b.example.org").refusal == .noPinnedKey)
      #expect(try await decide(both, host: "api.example.org").verdict == .holds)
    }
  }

  @Test("An address has no subdomains, and a host stands once")
  func addresses() throws {
    let pins = try PinSet([pin(1), pin(2)])
    let address = PinnedHost(host: try ServerHost("10.0.0.1"), pins: pins, subdomains: true)
    #expect(!address.subdomains)
    #expect(throws: NetworkError.malformedHost) { try PinPolicy(hosts: [address, address]) }
  }

  @Test("On the day the pins end, the connection ends, or the anchors are left alone: as the policy says")
  func expiry() async throws {
    let day = try #require(PolicyDay("2027-03-01"))
    let last = Date(timeIntervalSince1970: Double(day.secondsSince1970) - 1)
    for afterExpiry in PinningRequirement.AfterExpiry.allCases {
      let wrong = try policy([pin(1), pin(2)]) { ($0.expires, $0.afterExpiry) = (day, afterExpiry) }
      #expect(try await decide(wrong, now: last).refusal == .noPinnedKey)
      let decision = try await decide(wrong, now: last.addingTimeInterval(1))
      #expect(decision.refusal == (afterExpiry == .refuse ? .pinsExpired : nil))
      #expect(decision.notes == (afterExpiry == .refuse ? [] : [.pinsExpired]))
      // Validation stays.
      #expect(try await decide(wrong, now: last.addingTimeInterval(1), anchor: other).refusal == .unknownIssuer)
    }
  }

  @Test("Report-only lets an unpinned key through and says so; it never lets an invalid path through")
  func reportOnly() async throws {
    let lax = try policy([pin(1), pin(2)]) { $0.mode = .insecureReportOnly }
    let decision = try await decide(lax)
    #expect(decision.verdict == .holds)
    #expect(decision.notes == [.reportOnlyMismatch])
    #expect(decision.pinsSeen.first == (try leafPin()))
    #expect(try await decide(lax, anchor: other).refusal == .unknownIssuer)
    #expect(try await decide(policy { $0.mode = .insecureReportOnly }).notes == [])
  }

  @Test("A pin matched where a key or a certificate was pinned, and not where none counted or the server was refused")
  func pinMatch() async throws {
    let certificate = try policy([pin(1), pin(2)], certificates: [CertificatePin(certificateDER: leaf.certificateDER)])
    for matched in [try policy(), try policy { $0.mode = .insecureReportOnly }, certificate] {
      #expect(try await decide(matched).pinMatch == .holds)
    }
    let watched = try policy([pin(1), pin(2)]) { $0.mode = .insecureReportOnly }
    for unmatched in [watched, .insecureUnpinned, try policy([pin(1), pin(2)])] {
      #expect(try await decide(unmatched).pinMatch != .holds)
    }
    #expect(try await decide(policy(), anchor: other).pinMatch != .holds)
  }

  @Test("A pin of the whole certificate holds with a warning, and ends with the certificate")
  func wholeCertificate() async throws {
    let pinned = try policy([pin(1), pin(2)], certificates: [CertificatePin(certificateDER: leaf.certificateDER)])
    #expect(try await decide(pinned).notes == [.wholeCertificatePin])
    let foreign = try policy([pin(1), pin(2)], certificates: [CertificatePin(certificateDER: [1])])
    #expect(try await decide(foreign).refusal == .noPinnedKey)
  }

  @Test("A server known by a name is reached by an address: the name must still be its own")
  func expectedName() async throws {
    let pins = PinPolicy(try PinSet([leafPin(), pin(1)]))
    #expect(try await decide(pins, host: "10.0.0.9").refusal == .wrongName)
    let named = try await decide(pins, host: "10.0.0.9", name: .expected(ServerHost("api.example.org")))
    #expect(named.verdict == .holds && named.notes == [])
    #expect(try await decide(pins, name: .expected(ServerHost("www.example.org"))).refusal == .wrongName)
  }

  @Test("Names are ignored only by name, with anchors of one's own, and the decision says so")
  func ignoredName() async throws {
    let pins = PinPolicy(try PinSet([leafPin(), pin(1)]))
    let decision = try await decide(pins, host: "10.0.0.9", name: .insecureIgnored)
    #expect(decision.verdict == .holds)
    #expect(decision.notes == [.nameIgnored])
    let read = TrustAnchors.readable(among: [root.certificateDER])
    for anchors in [TrustAnchors.system, .platform([root.certificateDER]), .systemAnd([root.certificateDER]), read] {
      #expect(throws: NetworkError.untrusted(.nameNeeded)) {
        try TrustEvaluation(anchors: anchors, pinning: pins, name: .insecureIgnored)
      }
    }
  }

  @Test("What was seen at first is remembered: the same key holds, another one fails")
  func firstUse() async throws {
    let first = try await decide(.insecureUnpinned)
    #expect(first.notes == [.unpinned])
    let remembered = try #require(first.pinsSeen.first)
    #expect(try await decide(.insecureFirstUse(remembered)).verdict == .holds)
    #expect(try await decide(.insecureFirstUse(try pin(9))).refusal == .noPinnedKey)
    // The authority's key is not the server's.
    let authority = try ServerPin(certificateDER: root.certificateDER)
    #expect(try await decide(.insecureFirstUse(authority)).refusal == .noPinnedKey)
  }

  @Test("The policy of an environment becomes hosts with their pins, the endpoint's first")
  func fromPolicy() throws {
    func text(_ number: UInt8) -> String { Data(repeating: number, count: 32).base64EncodedString() }
    var connection = EnvironmentRequirement(
      endpoint: "https://api.example.org:8443", pins: [text(1), text(2)], anchors: ["MAA="], tokenKeys: [], loginKey: ""
    )
    connection.hosts = [.init(host: "cdn.example.org", pins: [text(3), text(4)], subdomains: true)]
    connection.pinning.certificates = [text(5)]
    connection.pinning.subdomains = true
    let policy = try PinPolicy(connection)
    #expect(policy.hosts.map(\.host.description) == ["api.example.org", "cdn.example.org"])
    #expect(policy.hosts.map(\.subdomains) == [true, true])
    #expect(policy.hosts[0].pins.ordered == [try pin(1), try pin(2)])
    #expect(policy.hosts[0].certificates == [try CertificatePin(base64: text(5))])
    #expect(try TrustAnchors(connection) == .certificates([[0x30, 0]]))
    connection.systemAnchors = true
    #expect(try TrustAnchors(connection) == .systemAnd([[0x30, 0]]))
    connection.anchors = []
    #expect(try TrustAnchors(connection) == .system)
  }

  @Test("The platform's anchors and listed ones are a union; a platform that cannot be read is not replaced by them")
  func union() async throws {
    let both = try TrustAnchors.systemAnd([root.certificateDER]).resolved { () throws(NetworkError) in
      .readable(among: [[1], other.certificateDER])
    }
    #expect(both == .platform([other.certificateDER, root.certificateDER]))
    let trust = try TrustEvaluation(anchors: both, pinning: policy())
    #expect(await trust.evaluate(chain: [leaf.certificateDER], host: host, now: Self.now).verdict == .holds)
    for named in [TrustAnchors.system, .systemAnd([root.certificateDER])] {
      #expect(throws: NetworkError.anchorsUnavailable(errno: 2)) {
        try named.resolved { () throws(NetworkError) in throw .anchorsUnavailable(errno: 2) }
      }
      #expect(throws: NetworkError.anchorsUnavailable(errno: 0)) {
        try named.resolved { () throws(NetworkError) in .certificates([]) }
      }
    }
    let listed = TrustAnchors.certificates([root.certificateDER])
    #expect(try listed.resolved { () throws(NetworkError) in throw .closed } == listed)
  }
}
