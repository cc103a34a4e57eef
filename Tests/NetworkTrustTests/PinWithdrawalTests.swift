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

  /// The leaf's key in use, `reserve` behind it.
  private func builtIn(reserve: ServerPin? = nil, mode: PinningRequirement.Mode = .enforce) throws -> PinPolicy {
    var rules = PinningRequirement()
    rules.updateKey = DevicePublicKey(updates.publicKey).thumbprint
    rules.mode = mode
    let pins = try PinSet([ServerPin(certificateDER: leaf), reserve ?? Self.reserve(1)])
    return try PinPolicy(hosts: [PinnedHost(host: host, pins: pins)], rules: rules)
  }

  private func update(_ number: Int64 = 1, pins: [ServerPin]? = nil, withdrawn: [ServerPin]) async throws -> String {
    let pins = try pins ?? [Self.reserve(3), Self.reserve(4)]
    let update = PinUpdate(
      number: number, issuedAt: 1_800_000_000, expiresAt: 1_800_003_600,
      hosts: [.init(host: "localhost", pins: pins.map(\.base64), withdrawn: withdrawn.map(\.base64))])
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

  @Test("A pin in reserve and one that is not built in cannot be withdrawn; the update's other pins count")
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
