import CryptoExtras
import Foundation
import TrustServer
import TrustWire

/// Refreshes on PostgreSQL beside pgbench running the same statements on tables of the same shape, with the same number
/// of clients and the same durability, in turns. Needs `MANTLET_POSTGRES` (`Scripts/test-postgres` sets it).
///
/// pgbench runs them twice: each statement by itself, as its scripts do, which is the limit's peer; and, for information,
/// in as many ways to the server and back as the store needs, which asks the same of both.
///
/// For information also the highest ratio that a server can reach which does nothing but have the rows written, as fast
/// as pgbench, and, meanwhile and on every processor, sign. The work of PostgreSQL itself counts as done by nobody: on one
/// machine with it the true ceiling is lower.
struct PostgresBenchmark {
  private static let seconds = 4
  private static let rounds = 3
  let connection: String
  let folder: String

  func run() async throws {
    for (clients, transactions) in [(1, 1500), (16, 400)] { try await run(clients, transactions) }
  }

  /// - Parameter transactions: pgbench's, of each client. A number and no time: it would inherit the signals that this
  ///   thread blocks, its alarm too.
  private func run(_ clients: Int, _ transactions: Int) async throws {
    let store = try TrustStoreLocation.postgresql(connection: connection).open()
    let server = try await BenchmarkServer(store: store)
    var tokens: [String] = []
    for _ in 0..<clients { tokens.append(try await server.admit().refreshToken) }
    var (own, piped, single): ([Double], [Double], [Double]) = ([], [], [])
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let bytes = [UInt8](repeating: 7, count: 600)
    var signing: [Double] = []
    for _ in 0..<Self.rounds {
      let held = tokens
      var next: [Int: String] = [:]
      var done = 0
      let wall = try await Meter.wall {
        let end = ContinuousClock.now + .seconds(Self.seconds)
        let results = try await withThrowingTaskGroup(of: (Int, String, Int).self) { group in
          for (number, token) in held.enumerated() {
            group.addTask {
              var (token, count) = (token, 0)
              while ContinuousClock.now < end {
                token = try await server.token(.refresh(token: token)).refreshToken
                count += 1
              }
              return (number, token, count)
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        for (number, token, count) in results {
          next[number] = token
          done += count
        }
      }
      tokens = held.indices.map { next[$0] ?? "" }
      own.append(Double(done) / wall)
      piped.append(try pgbench(Self.pipelined, clients, transactions))
      single.append(try pgbench(Self.separate, clients, transactions))
      signing.append(
        try Meter.work { for _ in 0..<20 { _ = try key.signature(for: bytes, padding: .insecurePKCS1v1_5) } } / 20)
    }
    func ratio(_ peer: [Double]) -> Double { Meter.median(zip(own, peer).map { $0 / $1 }) }
    Meter.report(
      "refresh on PostgreSQL, \(clients) callers",
      "\(Meter.text(Meter.median(own), 0))/s   pgbench \(Meter.text(Meter.median(single), 0))/s   "
        + "ratio \(Meter.text(ratio(single)))   limit 0.5   (pgbench in as many round trips "
        + "\(Meter.text(Meter.median(piped), 0))/s, ratio \(Meter.text(ratio(piped))))", keeps: ratio(single) >= 0.5)
    let (processors, signature) = (Double(ProcessInfo.processInfo.activeProcessorCount), Meter.median(signing))
    let rows = 1 / Meter.median(piped)
    // Of one caller's requests each has its rows written and is signed, one beside the other at best.
    let shortest = max(rows, signature / min(Double(clients), processors))
    Meter.report(
      "   beside rows and one bare signature",
      "for information: a signature takes \(Meter.text(signature * 1e6, 0)) us, the rows \(Meter.text(rows * 1e6, 0)) us, so "
        + "no ratio to the rows alone is above \(Meter.text(rows / shortest)) here", keeps: nil)
  }

  /// Tables of their own, filled like the server's.
  private func prepare(_ clients: Int) throws {
    try psql(
      """
      DROP SCHEMA IF EXISTS peer CASCADE; CREATE SCHEMA peer;
      CREATE TABLE peer.session (LIKE mantlet.session INCLUDING ALL);
      CREATE TABLE peer.refresh_token (LIKE mantlet.refresh_token INCLUDING ALL);
      CREATE TABLE peer.device (LIKE mantlet.device INCLUDING ALL);
      INSERT INTO peer.device SELECT (jsonb_populate_record(x.d, jsonb_build_object('thumbprint', 'device-' || i))).*
        FROM generate_series(0, \(clients - 1)) i, (SELECT d FROM mantlet.device d LIMIT 1) x;
      INSERT INTO peer.session SELECT (jsonb_populate_record(x.s, jsonb_build_object('id', 'session-' || i, 'device',
        'device-' || i, 'current', 'digest-' || i || '-0', 'generation', 0))).*
        FROM generate_series(0, \(clients - 1)) i, (SELECT s FROM mantlet.session s LIMIT 1) x;
      INSERT INTO peer.refresh_token SELECT 'digest-' || i || '-0', 'session-' || i, 0, decode(repeat('07', 32), 'hex')
        FROM generate_series(0, \(clients - 1)) i;
      """)
  }

  private static let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;"
  /// `g` is the generation, counted by the script.
  private static let session = """
    SELECT id, kind, subject, device, bound_key, parent, tier, started, last_used, expires, current, generation,
      predecessor, rotated, mark_generation, mark_at, settled_generation, settled_at, ended, ended_at FROM
      peer.session WHERE id = (SELECT session FROM peer.refresh_token WHERE digest = 'digest-' || :client_id || '-'
      || :g) FOR UPDATE \\gset s_
    """
  private static let device = """
    SELECT thumbprint, platform, version, patch, rooted, hooked, debugged, app, app_version, tier, first_seen,
      last_seen FROM peer.device WHERE thumbprint = :s_device FOR UPDATE
    """
  private static let writes = """
    SELECT digest, session, generation, salt, used FROM peer.refresh_token WHERE digest = :s_current;
    INSERT INTO peer.refresh_token (digest, session, generation, salt, used) VALUES (:s_current, :s_id,
      :s_generation, decode(repeat('07', 32), 'hex'), 1800000000) ON CONFLICT (digest) DO UPDATE SET used =
      excluded.used;
    INSERT INTO peer.refresh_token (digest, session, generation, salt, used) VALUES ('digest-' || :client_id || '-'
      || (:s_generation::bigint + 1), :s_id, :s_generation::bigint + 1, decode(repeat('07', 32), 'hex'), NULL) ON
      CONFLICT (digest) DO UPDATE SET used = excluded.used;
    DELETE FROM peer.refresh_token WHERE session = :s_id AND generation < :s_generation::bigint - 7;
    INSERT INTO peer.session (id, kind, subject, device, tier, started, last_used, expires, current, generation,
      predecessor, rotated) VALUES (:s_id, :s_kind, :s_subject, :s_device, :s_tier, :s_started, 1800000000,
      1900000000, 'digest-' || :client_id || '-' || (:s_generation::bigint + 1), :s_generation::bigint + 1,
      :s_current, 1800000000) ON CONFLICT (id) DO UPDATE SET last_used = excluded.last_used, expires =
      excluded.expires, current = excluded.current, generation = excluded.generation, predecessor =
      excluded.predecessor, rotated = excluded.rotated, mark_generation = excluded.mark_generation, mark_at =
      excluded.mark_at, settled_generation = excluded.settled_generation, settled_at = excluded.settled_at, ended =
      excluded.ended, ended_at = excluded.ended_at;
    COMMIT;
    """

  /// Four round trips, as ours: pgbench cannot read into a variable inside a pipeline, so BEGIN goes by itself here, and
  /// the last reading with the writes.
  private static let pipelined =
    "\(begin)\n\(session)\n\(device);\n\\startpipeline\n\(writes)\n\\endpipeline\n\\set g :g + 1\n"
  private static let separate = "\(begin)\n\(session)\n\(device);\n\(writes)\n\\set g :g + 1\n"

  private func pgbench(_ script: String, _ clients: Int, _ transactions: Int) throws -> Double {
    try prepare(clients)
    try script.write(toFile: folder + "/rotation.sql", atomically: true, encoding: .utf8)
    let text = try Self.run([
      "pgbench", "-n", "-M", "prepared", "-c", "\(clients)", "-j", "\(min(2, clients))", "-t", "\(transactions)", "-D",
      "g=0", "-f", folder + "/rotation.sql", connection,
    ])
    guard let match = text.firstMatch(of: /tps = ([0-9.]+)/), let rate = Double(match.output.1) else {
      throw Failed(program: "pgbench")
    }
    return rate
  }

  private func psql(_ sql: String) throws {
    try Self.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", connection, "-c", sql])
  }

  @discardableResult
  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(program: arguments.first ?? "") }
    return String(decoding: bytes, as: UTF8.self)
  }

  struct Failed: Error { let program: String }
}
