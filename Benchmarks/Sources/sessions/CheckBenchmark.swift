import CVerifyPeer
import Crypto
import CryptoExtras
import Foundation
import TrustServer
import TrustWire

/// What an access token costs on a protected request, beside OpenSSL's verification of an RS256 signature by a key of the
/// same size and the bare route: processor time. The three take turns, a few milliseconds each, and the ratio is the
/// median of the turns: what else the machine does meets all of them alike.
struct CheckBenchmark {
  private static let rounds = 31
  private static let size = 64

  let folder: String

  func run() async throws {
    try await sights(keyBits: 2048)
    try await sights(keyBits: 3072)
    try await afterWindow()
    try await libraryAlone(keyBits: 2048)
    try await libraryAlone(keyBits: 3072)
  }

  /// Keys that an operator brings may have 2048 bits; those that the server makes itself have 3072.
  private func sights(keyBits: Int) async throws {
    let size = _RSA.Signing.KeySize(bitCount: keyBits)
    let server = try await BenchmarkServer(store: InMemoryTrustStore(), keySize: size)
    let first = try await server.admit()
    // The same refresh token again: each answer carries an access token of its own.
    var access: [String] = []
    for _ in 0..<Self.rounds * Self.size {
      access.append(try await server.token(.refresh(token: first.refreshToken)).accessToken)
    }
    let peer = try Peer(size)
    let held = access
    var (sights, routes, verifications, costs): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    _ = try await server.desk.check(first.accessToken, kind: .app)
    for round in 0..<Self.rounds {
      let verification = try peer.verify(Self.size)
      let route =
        await Meter.work { for _ in 0..<Self.size { _ = await server.send("GET", .health) } } / Double(Self.size)
      let sight =
        try await Meter.work {
          for token in held[round * Self.size..<(round + 1) * Self.size] {
            _ = try await server.desk.check(token, kind: .app)
          }
        } / Double(Self.size)
      verifications.append(verification)
      routes.append(route)
      sights.append(sight)
      costs.append((sight + route) / (verification + route))
    }
    let cost = Meter.median(costs)
    Meter.report(
      "access token, first sight, RSA-\(keyBits)",
      "\(micro(Meter.median(sights))) us + route \(micro(Meter.median(routes))) us   OpenSSL verify "
        + "\(micro(Meter.median(verifications))) us + route   cost \(Meter.text(cost)) of it   limit 1.3",
      keeps: cost <= 1.3)
    var again: [Double] = []
    for _ in 0..<7 {
      again.append(
        try await Meter.work {
          for _ in 0..<20_000 { _ = try await server.desk.check(first.accessToken, kind: .app) }
        } / 20_000)
    }
    Meter.report(
      "access token, again within 2 s, RSA-\(keyBits)", "\(micro(Meter.median(again))) us   limit 3 us",
      keeps: Meter.median(again) <= 3e-6)
  }

  /// For information: a token that was seen before, three seconds later. The answer about its session is too old by then,
  /// and the store is read: one row for an installation, that one and its app session for a person.
  private func afterWindow() async throws {
    let server = try await BenchmarkServer(store: try SQLiteTrustStore(path: folder + "/check.sqlite"))
    try await server.addPerson()
    var (apps, people): ([String], [String]) = ([], [])
    for _ in 0..<16 {
      apps.append(try await server.admit().accessToken)
      people.append(try await server.signIn().accessToken)
    }
    for (kind, tokens) in [(TokenKind.app, apps), (.user, people)] {
      for token in tokens { _ = try await server.desk.check(token, kind: kind) }
      var later: [Double] = []
      for _ in 0..<Self.rounds {
        server.advance(by: 3)
        later.append(
          try await Meter.work { for token in tokens { _ = try await server.desk.check(token, kind: kind) } }
            / Double(tokens.count))
      }
      Meter.report(
        "access token, again after 3 s, SQLite, \(kind.rawValue)",
        "\(micro(Meter.median(later))) us   for information", keeps: nil)
    }
  }

  /// For information: the parts that are the library's alone. What every refresh pays for the new access token, and what
  /// a first sight pays at least.
  private func libraryAlone(keyBits: Int) async throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .init(bitCount: keyBits))
    let digest = SHA256.hash(data: [UInt8](repeating: 7, count: 600))
    let signature = try key.signature(for: digest, padding: .insecurePKCS1v1_5)
    let signing = try await Meter.work {
      for _ in 0..<200 { _ = try key.signature(for: digest, padding: .insecurePKCS1v1_5) }
    }
    Meter.report("RSA-\(keyBits) signature by swift-crypto", "\(micro(signing / 200)) us   for information", keeps: nil)
    let verifier = key.publicKey
    let seconds = await Meter.work {
      for _ in 0..<2000 { _ = verifier.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5) }
    }
    Meter.report(
      "RSA-\(keyBits) verification by swift-crypto", "\(micro(seconds / 2000)) us   for information", keeps: nil)
  }

  private func micro(_ seconds: Double) -> String { Meter.text(seconds * 1e6) }

  /// OpenSSL with a key of its own; everything that can be prepared is prepared.
  private final class Peer {
    private let key: OpaquePointer
    private let digest: [UInt8]
    private let signature: [UInt8]

    init(_ size: _RSA.Signing.KeySize) throws {
      let own = try _RSA.Signing.PrivateKey(keySize: size)
      let spki = Array(own.publicKey.derRepresentation)
      guard let key = peer_key_make(spki, spki.count) else { throw Refused() }
      self.key = key
      let digest = SHA256.hash(data: [UInt8](repeating: 7, count: 600))
      self.digest = Array(digest)
      signature = Array(try own.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    }

    deinit { peer_key_free(key) }

    /// Seconds for one.
    func verify(_ count: Int) throws -> Double {
      var good = 0
      let seconds = Meter.work {
        for _ in 0..<count { good += Int(peer_key_verify(key, digest, signature, signature.count)) }
      }
      guard good == count else { throw Refused() }
      return seconds / Double(count)
    }

    struct Refused: Error {}
  }
}
