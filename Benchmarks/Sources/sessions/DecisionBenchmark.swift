import Crypto
import Foundation
import GRDB
import TrustServer
import TrustWire

/// A signed report as the desk answers it (challenge, signature, judgement, rows, a signed token) beside what it cannot do
/// without, done bare: a route, the ECDSA verification, and GRDB transactions that write the same rows as durably.
struct DecisionBenchmark {
  private static let rounds = 5
  let folder: String

  func run() async throws {
    for callers in [1, 16] { try await run(callers: callers, count: 192 / callers) }
  }

  private func run(callers: Int, count: Int) async throws {
    let server = try await BenchmarkServer(store: try SQLiteTrustStore(path: "\(folder)/decisions-\(callers).sqlite"))
    let peer = try Peer(path: "\(folder)/bare-decisions-\(callers).sqlite", server: server)
    let keys = (0..<callers).map { _ in P256.Signing.PrivateKey() }
    var (own, bare, ratios): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0...Self.rounds {
      var reports: [[String]] = []
      for (caller, key) in keys.enumerated() {
        var compacts: [String] = []
        // Challenges are counted by address.
        for number in 0..<count {
          compacts.append(try await server.report(by: key, peer: "10.\(round).\(caller).\(number / 64)"))
        }
        reports.append(compacts)
      }
      let (sent, tasks) = (reports, try reports.map { try $0.map(Peer.Work.init(compact:)) })
      let ours = try await Meter.wall {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for compacts in sent {
            group.addTask { for compact in compacts { _ = try await server.token(.deviceReport(compact: compact)) } }
          }
          try await group.waitForAll()
        }
      }
      let theirs = try await Meter.wall {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for work in tasks { group.addTask { for work in work { try await peer.decide(work) } } }
          try await group.waitForAll()
        }
      }
      guard round > 0 else { continue }
      own.append(ours)
      bare.append(theirs)
      ratios.append(theirs / ours)
    }
    let (all, ratio) = (Double(callers * count), Meter.median(ratios))
    Meter.report(
      "decision on a report, \(callers) callers",
      "\(Meter.text(all / Meter.median(own), 0))/s   bare route, ECDSA and GRDB "
        + "\(Meter.text(all / Meter.median(bare), 0))/s   ratio \(Meter.text(ratio))   limit 0.5", keeps: ratio >= 0.5)
  }

  private struct Peer {
    /// A report taken apart beforehand: only its signature is left to be checked.
    struct Work: Sendable {
      let key: P256.Signing.PublicKey
      let signature: P256.Signing.ECDSASignature
      let bytes: [UInt8]
      let device: String
      let compact: String

      init(compact: String) throws {
        let parts = compact.split(separator: ".")
        let message = try SignedMessage(verifying: compact, as: .report)
        key = try P256.Signing.PublicKey(x963Representation: message.key.x963)
        var text = String(parts[2]).replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        signature = try P256.Signing.ECDSASignature(rawRepresentation: Data(base64Encoded: text) ?? Data())
        bytes = Array("\(parts[0]).\(parts[1])".utf8)
        device = message.key.thumbprint
        self.compact = compact
      }
    }

    let pool: DatabasePool
    let server: BenchmarkServer
    /// Whether the server keeps reports.
    let keepsReports: Bool

    init(path: String, server: BenchmarkServer) throws {
      // The server's own tables and indexes.
      try SQLiteTrustStore(path: path).release()
      pool = try DatabasePool(path: path)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      keepsReports = try pool.read { try $0.tableExists("device_report") }
      self.server = server
    }

    func decide(_ work: Work) async throws {
      guard await server.send("GET", .health).status == 200, work.key.isValidSignature(work.signature, for: work.bytes)
      else { throw Refused() }
      let challenge = Self.word()
      try await pool.write { database in
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO challenge VALUES (?, 1, ?)")
          .execute(arguments: [challenge, 1_800_000_300])
      }
      let (session, digest) = (Self.word(), Self.word())
      try await pool.write { database in
        try database.cachedStatement(
          sql: """
            INSERT INTO device (thumbprint, platform, version, app, app_version, tier, first_seen, last_seen, rooted,
              hooked, debugged) VALUES (?, 'linux', '12', 'app', '1', 'unattested', 1800000000, 1800000000, 'no', 'no',
              'no') ON CONFLICT (thumbprint) DO UPDATE SET last_seen = excluded.last_seen
            """
        ).execute(arguments: [work.device])
        try database.cachedStatement(
          sql: """
            INSERT INTO session (id, kind, subject, device, tier, started, last_used, expires, current, generation)
              VALUES (?, 'app', ?, ?, 'unattested', 1800000000, 1800000000, 1900000000, ?, 0)
            """
        ).execute(arguments: [session, work.device, work.device, digest])
        try database.cachedStatement(
          sql: "INSERT INTO refresh_token (digest, session, generation, salt, used) VALUES (?, ?, 0, ?, NULL)"
        ).execute(arguments: [digest, session, Data(repeating: 7, count: 32)])
        guard keepsReports else { return }
        try database.cachedStatement(
          sql: """
            INSERT INTO device_report (device, received, decision, size, digest, compact, stranger, loose)
              VALUES (?, 1800000000, '{}', ?, ?, ?, 0, 1)
            """
        ).execute(
          arguments: [work.device, work.compact.utf8.count, Data(repeating: 7, count: 32), work.compact])
        try database.cachedStatement(
          sql: """
            DELETE FROM device_report WHERE device = ? AND position <= (SELECT position FROM device_report
              WHERE device = ? ORDER BY position DESC LIMIT 1 OFFSET 20)
            """
        ).execute(arguments: [work.device, work.device])
      }
    }

    private static func word() -> String { UUID().uuidString + "-xxxxxx" }

    struct Refused: Error {}
  }
}
