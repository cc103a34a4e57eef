import CVerifyPeer
import Foundation
import NetworkTrust
import SecurityTesting

/// One decision on a presented chain of three certificates (leaf, issuer, anchor; P-256), from DER, beside OpenSSL's
/// `X509_verify_cert` on the same bytes; ours also looks for a pin.
struct TrustBenchmark {
  struct Broken: Error {}
  private static let rounds = 15
  private static let count = 200

  func run() async throws {
    let start = Date(timeIntervalSince1970: 1_760_000_000)
    let end = start.addingTimeInterval(86_400 * 300)
    let now = start.addingTimeInterval(86_400)
    let root = try TestAuthority(name: "root", notBefore: start, notAfter: end)
    let issuer = try root.issuer(name: "issuer", notBefore: start, notAfter: end)
    var request = TestAuthority.Leaf(notBefore: start, notAfter: end)
    request.names = ["api.example.org"]
    let leaf = try issuer.issue(request)
    let chain = [leaf.certificateDER, issuer.certificateDER]
    let host = try ServerHost("api.example.org")
    let pins = try PinSet([
      try ServerPin(certificateDER: leaf.certificateDER), try ServerPin(digest: [UInt8](repeating: 7, count: 32)),
    ])
    let trust = try TrustEvaluation(anchors: .certificates([root.certificateDER]), pins: pins)
    guard let store = peer_store_make(root.certificateDER, root.certificateDER.count) else { throw Broken() }
    defer { peer_store_free(store) }

    var (own, theirs): ([Double], [Double]) = ([], [])
    let clock = ContinuousClock()
    for _ in 0..<Self.rounds + 1 {
      var began = clock.now
      for _ in 0..<Self.count {
        let holds = peer_verify(
          store, chain[0], chain[0].count, chain[1], chain[1].count, "api.example.org", Int64(now.timeIntervalSince1970)
        )
        guard holds == 1 else { throw Broken() }
      }
      theirs.append(began.duration(to: clock.now) / .microseconds(1) / Double(Self.count))
      began = clock.now
      for _ in 0..<Self.count {
        guard await trust.evaluate(chain: chain, host: host, now: now).proof != nil else { throw Broken() }
      }
      own.append(began.duration(to: clock.now) / .microseconds(1) / Double(Self.count))
    }
    // The first round only warms up. A round's two halves ran in the same moment, so their ratio is the steadier one.
    let ratio = Self.median(zip(theirs, own).dropFirst().map { $0 / $1 })
    let (mine, other) = (Self.median(Array(own.dropFirst())), Self.median(Array(theirs.dropFirst())))
    let keeps = mine < 200 || ratio >= 0.8
    print(
      "decision on three certificates      \(Self.text(mine)) us   OpenSSL \(Self.text(other)) us   ratio "
        + "\(Self.text(ratio))   limit 200 us or ratio 0.8\(keeps ? "" : "   BELOW")")
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  private static func text(_ value: Double) -> String { String(format: "%.2f", value) }
}
