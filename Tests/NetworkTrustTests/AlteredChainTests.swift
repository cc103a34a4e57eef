import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing

/// Chains of three with a byte changed somewhere. `MANTLET_SOAK_SEED` sets the seed.
struct AlteredChainTests {
  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  static let end = start.addingTimeInterval(86_400 * 30)

  let root: TestAuthority
  /// Leaf first; each is needed on the way to the root.
  let chain: [[UInt8]]

  init() throws {
    root = try TestAuthority(name: "root", notBefore: Self.start, notAfter: Self.end)
    let upper = try root.issuer(name: "upper", notBefore: Self.start, notAfter: Self.end)
    let lower = try upper.issuer(name: "lower", notBefore: Self.start, notAfter: Self.end)
    let leaf = try lower.issue(.init(notBefore: Self.start, notAfter: Self.end))
    chain = [leaf.certificateDER, lower.certificateDER, upper.certificateDER]
  }

  func holds(_ presented: [[UInt8]], _ trust: TrustEvaluation) async throws -> Bool {
    let now = Self.start.addingTimeInterval(86_400)
    return await trust.evaluate(chain: presented, host: try ServerHost("localhost"), now: now).verdict == .holds
  }

  @Test(
    "One changed byte in any of three certificates refuses the chain, shuffled, doubled or not",
    .timeLimit(.minutes(15)))
  func altered() async throws {
    let seed = ProcessInfo.processInfo.environment["MANTLET_SOAK_SEED"].flatMap { UInt64($0) } ?? 6
    var dice = SeededGenerator(seed: seed)
    let trust = try TrustEvaluation(anchors: .certificates([root.certificateDER]), pinning: .insecureUnpinned)
    for number in 0..<600 {
      // The issuers in some order, some of them several times; the leaf stays first.
      var others = Array(chain.dropFirst())
      for _ in 0..<Int.random(in: 0...7, using: &dice) { others.append(chain[Int.random(in: 1...2, using: &dice)]) }
      others.shuffle(using: &dice)
      let whole = [chain[0]] + others
      #expect(try await holds(whole, trust), "\(number) of seed \(seed)")
      let victim = chain[Int.random(in: 0...2, using: &dice)]
      var altered = victim
      altered[Int.random(in: 0..<altered.count, using: &dice)] ^= 1 << UInt8.random(in: 0...7, using: &dice)
      #expect(try await !holds(whole.map { $0 == victim ? altered : $0 }, trust), "\(number) of seed \(seed)")
    }
  }
}
