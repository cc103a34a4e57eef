import Crypto
import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

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
    let (soon, key) = (Self.now.addingTimeInterval(86_400), P256.Signing.PrivateKey())
    let current = try old.issuer(name: "renewed", notBefore: Self.past, notAfter: Self.end, key: key)
    let leaf = try current.issue(.init(notBefore: Self.past, notAfter: Self.end)).certificateDER
    func next(_ number: Int, key: P256.Signing.PrivateKey = .init()) throws -> TestAuthority {
      let end = Self.end.addingTimeInterval(86_400 * Double(number))
      return try old.issuer(name: "renewed", notBefore: soon, notAfter: end, key: key)
    }
    let others = try (1...renewals).map { try next($0) }
    let sameKey = try next(9, key: key)
    let trust = try TrustEvaluation(anchors: .certificates([old.certificateDER]), pinning: .insecureUnpinned)
    func refusal(_ issuers: [TestAuthority], at now: Date) async -> TrustRefusal? {
      await trust.evaluate(chain: [leaf] + issuers.map(\.certificateDER), host: host, now: now).refusal
    }
    // Another one of that name that counts today, for longer than the leaf's.
    let sibling = try old.issuer(name: "renewed", notBefore: Self.past, notAfter: Self.end.addingTimeInterval(60))
    for issuers in [
      others + [current], [current] + others, others.reversed() + [current], [current] + others + [sibling],
    ] {
      #expect(await refusal(issuers, at: Self.now) == nil)
    }
    for issuers in [[sameKey, current], [current, sameKey]] {
      #expect(await refusal(issuers, at: Self.now) == nil)
      #expect(await refusal(issuers, at: soon) == nil)
    }
  }

  @Test("A path through a withdrawn root gives way to another that is pinned, and to no other")
  func withdrawnRoot() async throws {
    let updates = P256.Signing.PrivateKey()
    var rules = PinningRequirement()
    rules.updateKey = DevicePublicKey(updates.publicKey).thumbprint
    let lost = try ServerPin(certificateDER: old.certificateDER)
    let sound = try ServerPin(certificateDER: new.certificateDER)
    let reserve = try ServerPin(digest: .init(repeating: 1, count: 32))
    func decision(pins: [ServerPin]) async throws -> (TrustDecision, PinPolicy) {
      let builtIn = try PinPolicy(hosts: [PinnedHost(host: host, pins: PinSet([lost] + pins))], rules: rules)
      let update = PinUpdate(
        number: 1, issuedAt: 1_800_000_000, expiresAt: 1_800_003_600,
        hosts: [.init(host: "localhost", pins: pins.map(\.base64), withdrawn: [lost.base64])])
      let text = try await SignedMessage.compact(
        .pinUpdate, payload: update.bytes, key: DevicePublicKey(updates.publicKey)
      ) { bytes in Array(try updates.signature(for: bytes).rawRepresentation) }
      let policy = builtIn.applying(try VerifiedPinUpdate(verifying: text, for: builtIn, now: Self.now), at: Self.now)
      let trust = try TrustEvaluation(
        anchors: .certificates([old.certificateDER, new.certificateDER]), pinning: policy)
      let chain = [leaf, byOld.certificateDER, byNew.certificateDER]
      return (await trust.evaluate(chain: chain, host: host, now: Self.now), policy)
    }
    let (taken, policy) = try await decision(pins: [sound, reserve])
    #expect(taken.validatedChain.last == new.certificateDER)
    #expect(try !policy.withdraws(#require(taken.proof)))
    let other = try ServerPin(digest: .init(repeating: 2, count: 32))
    #expect(try await decision(pins: [other, reserve]).0.refusal == .noPinnedKey)
  }
}
