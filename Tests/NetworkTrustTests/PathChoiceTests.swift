import Crypto
import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing

/// A server that presents more than one way to an anchor.
struct PathChoiceTests {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let (past, end) = (now.addingTimeInterval(-86_400), now.addingTimeInterval(86_400 * 60))

  let host: ServerHost
  let (old, new): (TestAuthority, TestAuthority)
  /// One issuer's key, certified by both roots.
  let (byOld, byNew): (TestAuthority, TestAuthority)
  let leaf: [UInt8]

  init() throws {
    host = try ServerHost("localhost")
    old = try TestAuthority(name: "old", notBefore: Self.past, notAfter: Self.end)
    new = try TestAuthority(name: "new", notBefore: Self.past, notAfter: Self.end)
    let key = P256.Signing.PrivateKey()
    byOld = try old.issuer(name: "issuer", notBefore: Self.past, notAfter: Self.end, key: key)
    byNew = try new.issuer(name: "issuer", notBefore: Self.past, notAfter: Self.end, key: key)
    leaf = try byOld.issue(.init(notBefore: Self.past, notAfter: Self.end)).certificateDER
  }

  private func decision(
    _ others: [TestAuthority], pinned: [[UInt8]], mode: PinningRequirement.Mode = .enforce
  ) async throws -> TrustDecision {
    var rules = PinningRequirement()
    rules.mode = mode
    let reserve = try ServerPin(digest: .init(repeating: 1, count: 32))
    let pins = try PinSet(try pinned.map { try ServerPin(certificateDER: $0) } + [reserve])
    let anchors = TrustAnchors.certificates([old.certificateDER, new.certificateDER])
    return try await TrustEvaluation(
      anchors: anchors, pinning: PinPolicy(hosts: [PinnedHost(host: host, pins: pins)], rules: rules)
    ).evaluate(chain: [leaf] + others.map(\.certificateDER), host: host, now: Self.now)
  }

  @Test(
    "Of two valid paths the one with a pinned key is taken, in whatever order its parts come", arguments: [false, true])
  func crossSigned(isReversed: Bool) async throws {
    let issuers = isReversed ? [byNew, byOld] : [byOld, byNew]
    for mode in [PinningRequirement.Mode.enforce, .insecureReportOnly] {
      for root in [old, new] {
        let decision = try await decision(issuers, pinned: [root.certificateDER], mode: mode)
        #expect(decision.verdict == .holds && decision.notes.isEmpty && decision.pinMatch == .holds)
        #expect(decision.validatedChain.count == 3 && decision.validatedChain.last == root.certificateDER)
      }
    }
    let stranger = try TestAuthority(name: "stranger", notBefore: Self.past, notAfter: Self.end)
    let refused = try await decision(issuers, pinned: [stranger.certificateDER])
    #expect(refused.refusal == .noPinnedKey && refused.pinsSeen.count == 3)
    let noted = try await decision(issuers, pinned: [stranger.certificateDER], mode: .insecureReportOnly)
    #expect(noted.notes == [.reportOnlyMismatch])
  }

  @Test("A pinned root counts only at the end of a path that is valid: without its issuer's certificate it is none")
  func onlyValidPaths() async throws {
    #expect(try await decision([byOld], pinned: [new.certificateDER]).refusal == .noPinnedKey)
    #expect(try await decision([byOld, new], pinned: [new.certificateDER]).refusal == .noPinnedKey)
    let ended = try new.issuer(name: "issuer", notBefore: Self.past, notAfter: Self.now.addingTimeInterval(-60))
    #expect(try await decision([byOld, ended], pinned: [new.certificateDER]).refusal == .noPinnedKey)
  }

  @Test("A renewed issuer whose time is to come takes no valid one's place, before it or behind it", arguments: 1...4)
  func renewedEarly(renewals: Int) async throws {
    let (soon, later) = (Self.now.addingTimeInterval(86_400), Self.end.addingTimeInterval(86_400))
    let key = P256.Signing.PrivateKey()
    let current = try old.issuer(name: "renewed", notBefore: Self.past, notAfter: Self.end, key: key)
    let leaf = try current.issue(.init(notBefore: Self.past, notAfter: Self.end)).certificateDER
    // The first has the key of the current one, the others keys of their own and the same name.
    let next = try (0..<renewals).map { number in
      try old.issuer(name: "renewed", notBefore: soon, notAfter: later, key: number == 0 ? key : .init())
    }
    let trust = try TrustEvaluation(anchors: .certificates([old.certificateDER]), pinning: .insecureUnpinned)
    for issuers in [next + [current], [current] + next] {
      let chain = [leaf] + issuers.map(\.certificateDER)
      #expect(await trust.evaluate(chain: chain, host: host, now: Self.now).refusal == nil)
      #expect(await trust.evaluate(chain: chain, host: host, now: soon).refusal == nil)
    }
  }
}
