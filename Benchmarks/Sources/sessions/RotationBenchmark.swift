import CryptoExtras
import Foundation
import GRDB
import TrustServer
import TrustWire

/// A refresh as the desk answers it (reading, judging, rotating, signing the new access token) beside bare GRDB
/// transactions that write the same rows: WAL, synchronous FULL, one pool each, the same number of callers.
///
/// For information also beside the same transactions with one bare RSA-2048 signature after each, and the highest ratio
/// that a server can reach which does nothing but write the rows and, meanwhile and on every processor, sign.
struct RotationBenchmark {
  private static let rounds = 7
  let folder: String

  func run() async throws {
    for callers in [1, 16] { try await run(callers: callers, count: 320 / callers) }
  }

  private func run(callers: Int, count: Int) async throws {
    let server = try await BenchmarkServer(store: try SQLiteTrustStore(path: "\(folder)/ours-\(callers).sqlite"))
    var tokens: [String] = []
    for _ in 0..<callers { tokens.append(try await server.admit().refreshToken) }
    let peer = try Peer(path: "\(folder)/bare-\(callers).sqlite", families: callers)
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let bytes = [UInt8](repeating: 7, count: 600)
    var (own, bare, signed): ([Double], [Double], [Double]) = ([], [], [])
    var (work, ratios, ratiosSigned): ([Double], [Double], [Double]) = ([], [], [])
    var (bareWork, signing): ([Double], [Double]) = ([], [])
    var steps = 0
    /// The rows alone, or with a signature each.
    func theirs(signing: Bool) async throws -> Double {
      defer { steps += count }
      let first = steps
      return try await Meter.wall {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for family in 0..<callers {
            group.addTask {
              for step in first..<(first + count) {
                try await peer.rotate(family, step)
                if signing { _ = try key.signature(for: bytes, padding: .insecurePKCS1v1_5) }
              }
            }
          }
          try await group.waitForAll()
        }
      }
    }
    for round in 0...Self.rounds {
      let held = tokens
      var next: [Int: String] = [:]
      var ours = 0.0
      let computed = try await Meter.work {
        ours = try await Meter.wall {
          next = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (number, token) in held.enumerated() {
              group.addTask {
                var token = token
                for _ in 0..<count { token = try await server.token(.refresh(token: token)).refreshToken }
                return (number, token)
              }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
          }
        }
      }
      tokens = held.indices.map { next[$0] ?? "" }
      var rows = 0.0
      let rowsWork = try await Meter.work { rows = try await theirs(signing: false) }
      let rowsSigned = try await theirs(signing: true)
      let signature = try Meter.work {
        for _ in 0..<20 { _ = try key.signature(for: bytes, padding: .insecurePKCS1v1_5) }
      }
      guard round > 0 else { continue }
      own.append(ours)
      work.append(computed)
      bare.append(rows)
      bareWork.append(rowsWork)
      signing.append(signature / 20)
      signed.append(rowsSigned)
      ratios.append(rows / ours)
      ratiosSigned.append(rowsSigned / ours)
    }
    let (all, ratio) = (Double(callers * count), Meter.median(ratios))
    Meter.report(
      "refresh on SQLite, \(callers) callers",
      "\(Meter.text(all / Meter.median(own), 0))/s   bare GRDB \(Meter.text(all / Meter.median(bare), 0))/s   ratio "
        + "\(Meter.text(ratio))   limit 0.5   (\(Meter.text(Meter.median(work) / all * 1e6, 0)) us of processor time each)",
      keeps: ratio >= 0.5)
    let (processors, signature) = (Double(ProcessInfo.processInfo.activeProcessorCount), Meter.median(signing))
    let rows = Meter.median(bare) / all
    let shortest = max(
      rows, signature / min(Double(callers), processors), (Meter.median(bareWork) / all + signature) / processors)
    Meter.report(
      "   beside rows and one bare signature",
      "\(Meter.text(all / Meter.median(signed), 0))/s   ratio \(Meter.text(Meter.median(ratiosSigned)))   for information "
        + "(a signature takes \(Meter.text(signature * 1e6, 0)) us, so no ratio to the rows alone is above "
        + "\(Meter.text(rows / shortest)) here)",
      keeps: nil)
  }

  /// Writes what a rotation writes, and nothing else.
  private struct Peer {
    let pool: DatabasePool

    init(path: String, families: Int) throws {
      // The server's own tables and indexes.
      try SQLiteTrustStore(path: path).release()
      pool = try DatabasePool(path: path)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try pool.write { database in
        for family in 0..<families {
          try database.execute(
            sql: """
              INSERT INTO session (id, kind, subject, device, tier, started, last_used, expires, current, generation)
                VALUES (?, 'app', ?, ?, 'unattested', 1800000000, 1800000000, 1900000000, ?, 0)
              """,
            arguments: [
              "session-of-22-letters\(family)", Self.digest(family, -1), Self.digest(family, -1),
              Self.digest(family, -1),
            ])
          try Self.insert(database, family, -1)
        }
      }
    }

    private static func digest(_ family: Int, _ step: Int) -> String {
      let text = "\(family).\(step)."
      return text + String(repeating: "x", count: max(0, 43 - text.count))
    }

    private static func insert(_ database: Database, _ family: Int, _ step: Int) throws {
      try database.cachedStatement(
        sql: "INSERT INTO refresh_token (digest, session, generation, salt, used) VALUES (?, ?, ?, ?, NULL)"
      ).execute(
        arguments: [
          digest(family, step), "session-of-22-letters\(family)", step + 1, Data(repeating: 7, count: 32),
        ])
    }

    func rotate(_ family: Int, _ step: Int) async throws {
      try await pool.write { database in
        try database.cachedStatement(sql: "UPDATE refresh_token SET used = ? WHERE digest = ?")
          .execute(arguments: [1_800_000_000, Self.digest(family, step - 1)])
        try Self.insert(database, family, step)
        try database.cachedStatement(sql: "DELETE FROM refresh_token WHERE session = ? AND generation < ?")
          .execute(arguments: ["session-of-22-letters\(family)", step - 7])
        try database.cachedStatement(
          sql: """
            UPDATE session SET last_used = ?, expires = ?, current = ?, generation = ?, predecessor = ?, rotated = ?
              WHERE id = ?
            """
        ).execute(
          arguments: [
            1_800_000_000, 1_900_000_000, Self.digest(family, step), step + 1, Self.digest(family, step - 1),
            1_800_000_000, "session-of-22-letters\(family)",
          ])
      }
    }
  }
}
