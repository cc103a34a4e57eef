import ChainSamples
import Foundation
import NetworkTrust
import SecurityPolicy
import Testing

/// Generated chains, judged here and by OpenSSL. `MANTLET_CHAINS` sets their number, `MANTLET_SOAK_SEED` the seed.
struct OpenSSLAgreementTests {
  /// Where we refuse and OpenSSL does not, and why that is meant.
  static let stricter: [ChainFault: String] = [
    .commonNameOnly: "names stand in the subject alternative names alone (RFC 9525, section 2)",
    .partialWildcard: "a wildcard is a whole label (RFC 9525, section 6.3)",
    .encipherOnly: "every suite offered has the server sign; RSA key exchange does not exist here",
    .directoryConstraint:
      "constraints on directory names are not understood, so the path is refused (RFC 5280, 4.2.1.10)",
    .policyConstraints: "no path is asked for a policy of certification, so what could demand one is not understood",
    .smallCurveLeaf: "P-224 has the 112 bits that level 2 asks for; TLS 1.3 and the libraries here do not have it",
    .foreignCurveLeaf: "secp256k1 is no curve of TLS (RFC 8446, section 4.2.7)",
  ]
  /// Where OpenSSL refuses and we do not.
  static let laxer: [ChainFault: String] = [
    .issuerWithoutUsage:
      "-x509_strict asks authorities for a key usage; RFC 5280, 6.1.4 (n), looks at it where it is present"
  ]

  let count = ProcessInfo.processInfo.environment["MANTLET_CHAINS"].flatMap { Int($0) } ?? 64
  let seed = ProcessInfo.processInfo.environment["MANTLET_SOAK_SEED"].flatMap { UInt64($0) } ?? 6

  /// Its keys of RSA take their time.
  static let generator = Result { try ChainGenerator(seed: 1) }

  func judge(_ sample: ChainCase) async throws -> TrustDecision {
    // Keys that no path here has: with them whatever is valid is refused for that, and what is not keeps its reason.
    let pins = try PinSet([
      try ServerPin(digest: [UInt8](repeating: 1, count: 32)), try ServerPin(digest: [UInt8](repeating: 2, count: 32)),
    ])
    let trust = try TrustEvaluation(anchors: .certificates([sample.anchor]), pinning: .insecureUnpinned)
    let decision = await trust.evaluate(
      chain: sample.chain, host: try ServerHost(sample.host), now: Date(timeIntervalSince1970: Double(sample.now)))
    let pinned = try TrustEvaluation(anchors: .certificates([sample.anchor]), pins: pins)
    let withPins = await pinned.evaluate(
      chain: sample.chain, host: try ServerHost(sample.host), now: Date(timeIntervalSince1970: Double(sample.now)))
    // Pins never replace validation, nor change its reason.
    #expect(withPins.refusal == decision.refusal ?? .noPinnedKey, "\(sample.name)")
    return decision
  }

  @Test("Each fault alone is refused by its name, and what is harmless holds", arguments: ChainFault.allCases)
  func single(fault: ChainFault) async throws {
    let number = try #require(ChainFault.allCases.firstIndex(of: fault))
    let sample = try Self.generator.get().make(number)
    let decision = try await judge(sample)
    #expect(decision.refusal == fault.refusal)
    #expect((decision.verdict == .holds) == (fault.refusal == nil))
  }

  @Test("Our verdict and OpenSSL's agree on every generated chain, or the difference is explained")
  func agreement() async throws {
    guard let openssl = try OpenSSLTool() else {
      #expect(!OpenSSLTool.isRequired, "openssl is required here")
      print("openssl is missing: the comparison was skipped")
      return
    }
    defer { openssl.remove() }
    let generator = try Self.generator.get().with(seed: seed)
    var (same, held) = (0, 0)
    var explained: Set<ChainFault> = []
    for number in 0..<count {
      let sample = try generator.make(number)
      let decision = try await judge(sample)
      let holds = decision.verdict == .holds
      let accepts = try openssl.accepts(sample)
      if holds { held += 1 }
      if holds == accepts {
        same += 1
        continue
      }
      let known = sample.faults.filter { (holds ? Self.laxer : Self.stricter)[$0] != nil }
      // A fault explains its own refusal and no other; what should have been refused is explained by nothing.
      let isSound = sample.faults.allSatisfy { $0.refusal == nil }
      let reasons = holds ? (isSound ? known : []) : known.filter { $0.refusal == decision.refusal }
      #expect(!reasons.isEmpty, "\(sample.name): ours \(holds), OpenSSL \(accepts) (seed \(seed))")
      explained.formUnion(reasons)
    }
    print("chains: \(count), same verdict: \(same), held: \(held), explained: \(explained.map(\.rawValue).sorted())")
    // An explanation that explains nothing is out of date.
    #expect(explained == Set(Self.stricter.keys).union(Self.laxer.keys))
    #expect(held * 8 > count)
  }
}
