import Crypto
import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

/// A server whose key was lost, and an update that says so.
struct PinWithdrawalTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private let updates = P256.Signing.PrivateKey()
  private let host: ServerHost
  private let root: TestAuthority
  private let issuer: TestAuthority
  private let leaf: [UInt8]

  init() throws {
    let (from, until) = (Self.now.addingTimeInterval(-86_400), Self.now.addingTimeInterval(86_400 * 60))
    host = try ServerHost("localhost")
    root = try TestAuthority(name: "root", notBefore: from, notAfter: until)
    issuer = try root.issuer(name: "issuer", notBefore: from, notAfter: until)
    leaf = try issuer.issue(.init(notBefore: from, notAfter: until)).certificateDER
  }

  private static func reserve(_ byte: UInt8) throws -> ServerPin {
    try ServerPin(digest: .init(repeating: byte, count: 32))
  }

  /// The leaf's key in use, or another one; `reserve` behind it.
  private func builtIn(
    _ inUse: ServerPin? = nil, reserve: ServerPin? = nil, mode: PinningRequirement.Mode = .enforce,
    and others: [PinnedHost] = []
  ) throws -> PinPolicy {
    var rules = PinningRequirement()
    rules.updateKey = DevicePublicKey(updates.publicKey).thumbprint
    rules.mode = mode
    let pins = try PinSet([inUse ?? ServerPin(certificateDER: leaf), reserve ?? Self.reserve(1)])
    return try PinPolicy(hosts: [PinnedHost(host: host, pins: pins)] + others, rules: rules)
  }

  private func update(
    _ number: Int64 = 1, pins: [ServerPin]? = nil, withdrawn: [ServerPin], and others: [PinUpdate.Host] = []
  ) async throws -> String {
    let pins = try pins ?? [Self.reserve(3), Self.reserve(4)]
    let update = PinUpdate(
      number: number, issuedAt: 1_800_000_000, expiresAt: 1_800_003_600,
      hosts: [.init(host: "localhost", pins: pins.map(\.base64), withdrawn: withdrawn.map(\.base64))] + others)
    return try await SignedMessage.compact(
      .pinUpdate, payload: update.bytes, key: DevicePublicKey(updates.publicKey)
    ) { bytes in Array(try updates.signature(for: bytes).rawRepresentation) }
  }

  private func decision(_ policy: PinPolicy, at now: Date = now) async throws -> TrustDecision {
    try await TrustEvaluation(anchors: .certificates([root.certificateDER]), pinning: policy)
      .evaluate(chain: [leaf, issuer.certificateDER], host: host, now: now)
  }

  @Test("A withdrawn key in use is refused, also where the path holds another pinned key; the reserve stays")
  func withdrawn() async throws {
    let (builtIn, key) = (try builtIn(), try ServerPin(certificateDER: leaf))
    let proof = try #require(try await decision(builtIn).proof)
    #expect(!builtIn.withdraws(proof))
    let above = try ServerPin(certificateDER: issuer.certificateDER)
    for pins in [nil, [above, try Self.reserve(3)]] {
      let text = try await update(pins: pins, withdrawn: [key])
      let policy = builtIn.applying(try VerifiedPinUpdate(verifying: text, for: builtIn, now: Self.now), at: Self.now)
      #expect(try await decision(policy).refusal == .noPinnedKey)
      #expect(policy.withdraws(proof))
      let expected = policy.expectedPins(for: host, now: Self.now)
      let reserve = try Self.reserve(1)
      #expect(!expected.contains(key) && expected.contains(reserve))
    }
  }

  @Test("A built-in reserve below a withdrawn authority still vouches for its server; who shows another key is refused")
  func reserveBelow() async throws {
    let (key, above) = (try ServerPin(certificateDER: leaf), try ServerPin(certificateDER: issuer.certificateDER))
    for lost in [above, try ServerPin(certificateDER: root.certificateDER)] {
      let builtIn = try builtIn(lost, reserve: key)
      let proof = try #require(try await decision(builtIn).proof)
      let text = try await update(withdrawn: [lost])
      let policy = builtIn.applying(try VerifiedPinUpdate(verifying: text, for: builtIn, now: Self.now), at: Self.now)
      for moment in [Self.now, Self.now.addingTimeInterval(86_400)] {
        let decision = try await decision(policy, at: moment)
        #expect(decision.verdict == .holds && decision.notes == [.backupPinOnly])
      }
      #expect(!policy.withdraws(proof))
      let other = try issuer.issue(
        .init(notBefore: Self.now.addingTimeInterval(-60), notAfter: Self.now.addingTimeInterval(3600))
      ).certificateDER
      let forged = try await TrustEvaluation(anchors: .certificates([root.certificateDER]), pinning: policy)
        .evaluate(chain: [other, issuer.certificateDER], host: host, now: Self.now)
      #expect(forged.refusal == .noPinnedKey)
    }
  }

  @Test("A reserve above a withdrawn key does not help it, and does help another key below that reserve")
  func reserveAbove() async throws {
    let (key, above) = (try ServerPin(certificateDER: leaf), try ServerPin(certificateDER: issuer.certificateDER))
    let builtIn = try builtIn(key, reserve: above)
    let proof = try #require(try await decision(builtIn).proof)
    let text = try await update(withdrawn: [key])
    let policy = builtIn.applying(try VerifiedPinUpdate(verifying: text, for: builtIn, now: Self.now), at: Self.now)
    #expect(try await decision(policy).refusal == .noPinnedKey)
    #expect(policy.withdraws(proof))
    let renewed = try issuer.issue(
      .init(notBefore: Self.now.addingTimeInterval(-60), notAfter: Self.now.addingTimeInterval(3600))
    ).certificateDER
    let next = try await TrustEvaluation(anchors: .certificates([root.certificateDER]), pinning: policy)
      .evaluate(chain: [renewed, issuer.certificateDER], host: host, now: Self.now)
    #expect(next.verdict == .holds)
  }

  @Test("A key that came by an update can be withdrawn by the next one, also where a reserve stands above it")
  func updatedKey() async throws {
    let (key, above) = (try ServerPin(certificateDER: leaf), try ServerPin(certificateDER: issuer.certificateDER))
    let builtIn = try builtIn(Self.reserve(1), reserve: above)
    let rotation = PinRotation(builtIn: builtIn, store: InMemoryPinUpdateStore())
    let text = try await update(4, pins: [key, Self.reserve(5)], withdrawn: [])
    let before = try await rotation.accept(text, at: Self.now)
    let proof = try #require(try await decision(before).proof)
    #expect(!before.withdraws(proof))
    let policy = try await rotation.accept(try await update(5, withdrawn: [key]), at: Self.now)
    #expect(try await decision(policy).refusal == .noPinnedKey)
    #expect(policy.withdraws(proof))
  }

  @Test("What was withdrawn for a host stays so when a new version of the app gave up another host of that update")
  func droppedHost() async throws {
    let key = try ServerPin(certificateDER: leaf)
    let gone = PinnedHost(host: try ServerHost("cdn.example"), pins: try PinSet([Self.reserve(6), Self.reserve(7)]))
    let text = try await update(
      withdrawn: [key],
      and: [.init(host: "cdn.example", pins: try [Self.reserve(8), Self.reserve(9)].map(\.base64))])
    let store = InMemoryPinUpdateStore()
    _ = try await PinRotation(builtIn: try builtIn(and: [gone]), store: store).accept(text, at: Self.now)
    for moment in [Self.now, Self.now.addingTimeInterval(86_400)] {
      let policy = await PinRotation(builtIn: try builtIn(), store: store).policy(at: moment)
      #expect(try await decision(policy, at: moment).refusal == .noPinnedKey)
    }
    // The key that took its place came with the same update.
    let policy = await PinRotation(builtIn: try builtIn(), store: store).policy(at: Self.now)
    #expect(policy.expectedPins(for: host, now: Self.now) == Set(try [1, 3, 4].map { try Self.reserve($0) }))
  }

  @Test("A pin in reserve cannot be withdrawn; the update's other pins count")
  func reserveStays() async throws {
    let above = try ServerPin(certificateDER: issuer.certificateDER)
    let builtIn = try builtIn(reserve: above)
    let text = try await update(withdrawn: [above, Self.reserve(9)])
    let policy = builtIn.applying(try VerifiedPinUpdate(verifying: text, for: builtIn, now: Self.now), at: Self.now)
    #expect(try await decision(policy).verdict == .holds)
    #expect(policy.expectedPins(for: host, now: Self.now).count == 4)
  }

  @Test("What was withdrawn stays so after the update's end, over a restart and with a clock that was set back")
  func lasts() async throws {
    let (builtIn, store) = (try builtIn(), InMemoryPinUpdateStore())
    let text = try await update(withdrawn: [ServerPin(certificateDER: leaf)])
    _ = try await PinRotation(builtIn: builtIn, store: store).accept(text, at: Self.now)
    for seconds in [TimeInterval(86_400), -3600] {
      let moment = Self.now.addingTimeInterval(seconds)
      let policy = await PinRotation(builtIn: builtIn, store: store).policy(at: moment)
      #expect(try await decision(policy, at: moment).refusal == .noPinnedKey)
      #expect(policy.expectedPins(for: host, now: moment) == [try Self.reserve(1)])
    }
  }

  @Test("A newer update that withdraws nothing takes the withdrawal back")
  func takenBack() async throws {
    let builtIn = try builtIn()
    let rotation = PinRotation(builtIn: builtIn, store: InMemoryPinUpdateStore())
    _ = try await rotation.accept(try await update(withdrawn: [ServerPin(certificateDER: leaf)]), at: Self.now)
    let policy = try await rotation.accept(try await update(2, withdrawn: []), at: Self.now)
    #expect(try await decision(policy).verdict == .holds)
  }

  @Test("A policy that only watches lets a withdrawn key pass, says so, and ends nothing")
  func watched() async throws {
    let builtIn = try builtIn(mode: .insecureReportOnly)
    let text = try await update(withdrawn: [ServerPin(certificateDER: leaf)])
    let policy = builtIn.applying(try VerifiedPinUpdate(verifying: text, for: builtIn, now: Self.now), at: Self.now)
    let decision = try await decision(policy)
    #expect(decision.verdict == .holds && decision.notes == [.reportOnlyMismatch])
    #expect(!policy.withdraws(try #require(decision.proof)))
  }

  @Test("An update that pins what it withdraws, or withdraws no pin at all, is unreadable")
  func unreadable() async throws {
    let (builtIn, key) = (try builtIn(), try ServerPin(certificateDER: leaf))
    let text = try await update(pins: [key, Self.reserve(3)], withdrawn: [key])
    #expect(throws: PinUpdateRefusal.unreadable) {
      try VerifiedPinUpdate(verifying: text, for: builtIn, now: Self.now)
    }
  }
}
