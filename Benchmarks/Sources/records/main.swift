import Foundation
import GRDB
import Mantlet
import SealedRecords
import SecurityTesting

// Sealed records against the same rows in plain, in the same run, in rounds: GRDB Codable records (the peer) and prepared
// raw statements (the limit). Every side uses WAL with synchronous=FULL and commits after each 100 rows.

struct PlainNight: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "night"
  var id: UUID
  var bedTime: Date
  var sleepTime: Date
  var wakeTime: Date
  var riseTime: Date
  var quality: Int
}

let rows = 10_000
let rounds = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 7
let million = Int(CommandLine.arguments.dropFirst(2).first ?? "") ?? 1_000_000
let folder = FileManager.default.temporaryDirectory.path + "/mantlet-bench-\(UUID().uuidString)"
try FileManager.default.createDirectory(
  atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
defer { try? FileManager.default.removeItem(atPath: folder) }

func night(_ number: Int) -> PlainNight {
  let bed = Date(timeIntervalSince1970: 1_000_000_000 + Double(number) * 86_400)
  return PlainNight(
    id: UUID(), bedTime: bed, sleepTime: bed + 900, wakeTime: bed + 28_000, riseTime: bed + 29_000,
    quality: number % 5 + 1)
}

func entry(_ night: PlainNight) throws -> SleepLogEntry {
  try SleepLogEntry(
    id: night.id, bedTime: night.bedTime, sleepTime: night.sleepTime, wakeTime: night.wakeTime,
    riseTime: night.riseTime, quality: night.quality)
}

func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

let clock = ContinuousClock()
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let began = clock.now
  try await body()
  return began.duration(to: clock.now) / .seconds(1)
}

func plainQueue(_ name: String) throws -> DatabaseQueue {
  var configuration = Configuration()
  configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
  let queue = try DatabaseQueue(path: "\(folder)/\(name)", configuration: configuration)
  try queue.inDatabase { database in
    try database.execute(sql: "PRAGMA synchronous = FULL")
    try database.create(table: "night") { table in
      table.primaryKey("id", .blob)
      for column in ["bedTime", "sleepTime", "wakeTime", "riseTime"] { table.column(column, .datetime).notNull() }
      table.column("quality", .integer).notNull()
    }
  }
  return queue
}

func open(_ name: String, anchor: BenchmarkAnchor = BenchmarkAnchor()) async throws -> SQLiteRecords {
  try await SQLiteRecords.open(
    path: "\(folder)/\(name)", owner: .device, keys: BenchmarkKeys(), anchor: anchor,
    random: SystemRandomNumberGenerator())
}

func insertRaw(_ queue: DatabaseQueue, _ batch: [PlainNight]) throws {
  try queue.inTransaction { database in
    let statement = try database.cachedStatement(
      sql: "INSERT INTO night (id, bedTime, sleepTime, wakeTime, riseTime, quality) VALUES (?, ?, ?, ?, ?, ?)")
    for night in batch {
      try statement.execute(arguments: [
        withUnsafeBytes(of: night.id.uuid) { Data($0) }, night.bedTime.timeIntervalSince1970,
        night.sleepTime.timeIntervalSince1970, night.wakeTime.timeIntervalSince1970,
        night.riseTime.timeIntervalSince1970, night.quality,
      ])
    }
    return .commit
  }
}

func insertCodable(_ queue: DatabaseQueue, _ batch: [PlainNight]) throws {
  try queue.inTransaction { database in
    for night in batch { try night.insert(database) }
    return .commit
  }
}

func readRaw(_ queue: DatabaseQueue) throws -> Int {
  try queue.inDatabase { database in
    let cursor = try Row.fetchCursor(
      database.cachedStatement(sql: "SELECT id, bedTime, sleepTime, wakeTime, riseTime, quality FROM night"))
    var nights: [PlainNight] = []
    while let row = try cursor.next() {
      func date(_ column: Int) -> Date { Date(timeIntervalSince1970: row[column]) }
      nights.append(
        PlainNight(
          id: row[0], bedTime: date(1), sleepTime: date(2), wakeTime: date(3), riseTime: date(4), quality: row[5]))
    }
    return nights.count
  }
}

func readCodable(_ queue: DatabaseQueue) throws -> Int { try queue.inDatabase { try PlainNight.fetchAll($0).count } }

#if os(Linux)
  // The shield is opened as an app does it: its anchor and keys are secrets in sealed files. Nobody is asked anything.
  let offline = try await OfflinePolicy(name: "benchmark")
  let policy = try DevicePolicy(verifying: offline.compact, signedBy: offline.signer)
#endif
var insert: [String: [Double]] = [:]
var read: [String: [Double]] = [:]
for round in 0..<rounds {
  let batches = (0..<rows / 100).map { batch in (0..<100).map { night(batch * 100 + $0) } }
  let entries = try batches.map { try $0.map(entry) }
  let (raw, codable) = (try plainQueue("raw\(round)"), try plainQueue("codable\(round)"))
  let sealed = try await open("sealed\(round)")
  let anchored = try await open("anchored\(round)", anchor: BenchmarkAnchor(path: folder + "/anchor"))
  #if os(Linux)
    let shield = try await Shield.linux(
      policy: policy, app: AppIdentity(identifier: "org.example", version: "1"), folder: "\(folder)/shipped\(round)")
    let shipped = try await shield.records()
  #endif
  var times: [String: Double] = ["raw": 0, "codable": 0, "sealed": 0, "anchored": 0]
  let now = Date(timeIntervalSince1970: 1_700_000_000)
  for (batch, nights) in zip(entries, batches) {
    times["raw", default: 0] += try await seconds { try insertRaw(raw, nights) }
    times["sealed", default: 0] += try await seconds { try await sealed.insert(batch, now: now) }
    times["codable", default: 0] += try await seconds { try insertCodable(codable, nights) }
    times["anchored", default: 0] += try await seconds { try await anchored.insert(batch, now: now) }
    #if os(Linux)
      times["shipped", default: 0] += try await seconds { try await shipped.insert(batch, now: now) }
    #endif
  }
  for (name, time) in times { insert[name, default: []].append(time) }
  var found: Set<Int> = []
  read["raw", default: []].append(try await seconds { found.insert(try readRaw(raw)) })
  read["sealed", default: []].append(
    try await seconds { found.insert(try await sealed.entries(SleepLogEntry.self).count) })
  read["codable", default: []].append(try await seconds { found.insert(try readCodable(codable)) })
  guard found == [rows] else { fatalError("\(found) rows") }  // a benchmark of nothing says nothing
}

func line(_ what: String, _ peer: Double, _ ours: Double, _ raw: Double, limit: Double?) {
  let rate = { (time: Double) in String(format: "%8.0f/s", Double(rows) / time) }
  print(
    what.padding(toLength: 34, withPad: " ", startingAt: 0), "codable", rate(peer), " sealed", rate(ours), " raw",
    rate(raw), String(format: " ratio to codable %.2f", peer / ours),
    limit.map { String(format: "(wanted %.1f)", $0) } ?? "",
    String(format: " ratio to raw %.2f", raw / ours))
}

let times = { (table: [String: [Double]], name: String) in median(table[name] ?? []) }
line(
  "insert, batches of 100", times(insert, "codable"), times(insert, "sealed"), times(insert, "raw"), limit: 0.9)
line(
  "insert, anchor synced to a file", times(insert, "codable"), times(insert, "anchored"), times(insert, "raw"),
  limit: nil)
#if os(Linux)
  // What an app on Linux has: the façade keeps anchor and keys as secrets in sealed files, each write of which is synced.
  line(
    "insert, as shipped: SecretFiles", times(insert, "codable"), times(insert, "shipped"), times(insert, "raw"),
    limit: nil)
  print(
    String(
      format: "insert as shipped beside the same with anchor and keys in memory: ratio %.2f; %.2f ms more per batch",
      times(insert, "sealed") / times(insert, "shipped"),
      (times(insert, "shipped") - times(insert, "sealed")) / Double(rows / 100) * 1000))
#endif
line("read all", times(read, "codable"), times(read, "sealed"), times(read, "raw"), limit: 0.8)

func memory() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let row = text.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
  return row.split(separator: " ").compactMap { Int($0) }.first ?? 0
}

/// What a file of records has grown to, with its log.
func stored(_ name: String) -> Int {
  ["", "-wal"].reduce(0) { bytes, suffix in
    bytes + Int((try? FileHandle(forReadingAtPath: "\(folder)/\(name)\(suffix)")?.seekToEnd()) ?? 0)
  }
}

/// Milliseconds of finding 30 nights that are in order by date; a benchmark of nothing says nothing.
func thirtyDays(_ store: SQLiteRecords, from number: Int) async throws -> Double {
  let first = night(number).bedTime
  return try await seconds {
    let found = try await store.entries(SleepLogEntry.self, in: first..<(first + 30 * 86_400)).count
    guard found == 30 else { fatalError("\(found) nights") }
  } * 1000
}

/// Milliseconds of finding that nothing has an id.
func absence(in store: SQLiteRecords) async throws -> Double {
  let id = UUID()
  return try await seconds {
    let found = try await store.read(id)
    guard found == nil else { fatalError("an id that nobody was given") }
  } * 1000
}

if million > 0 {
  let anchor = BenchmarkAnchor()
  let now = Date(timeIntervalSince1970: 1_700_000_000)
  var growth: [(memory: Int, stored: Int)] = []
  do {
    let store = try await open("million", anchor: anchor)
    for batch in 0..<million / 1000 {
      if batch == million / 10_000 { growth.append((memory(), stored("million"))) }
      try await store.insert((0..<1000).map { try entry(night(batch * 1000 + $0)) }, now: now)
    }
    growth.append((memory(), stored("million")))
  }
  var opening: [Double] = []
  for _ in 0..<rounds {
    opening.append(try await seconds { _ = try await open("million", anchor: anchor) })
  }
  var range: [Double] = []
  do {
    let store = try await open("million", anchor: anchor)
    for round in 0..<50 { range.append(try await thirtyDays(store, from: round * (million / 60))) }
  }
  print(
    String(
      format: "%d records: open %.2f ms (limit 50, ratio %.3f)%@", million, median(opening) * 1000,
      median(opening) / 0.05, median(opening) < 0.05 ? "" : "   MISSED"))
  print(
    String(
      format: "%d records: 30 days %.2f ms (limit 5, ratio %.2f)%@", million, median(range), median(range) / 5,
      median(range) < 5 ? "" : "   MISSED"))
  // The first of either after an opening reads the whole index, to know how all ids begin; then that stays in memory.
  var (absent, next, insertion): ([Double], [Double], [Double]) = ([], [], [])
  for round in 0..<rounds {
    let reader = try await open("million", anchor: anchor)
    absent.append(try await absence(in: reader))
    next.append(try await absence(in: reader))
    let writer = try await open("million", anchor: anchor)
    let newcomer = try entry(night(million + round))
    insertion.append(try await seconds { try await writer.insert([newcomer], now: now) } * 1000)
  }
  print(
    String(
      format: "%d records: reading an id that is not there %.1f ms, the next one %.3f ms; inserting one %.1f ms "
        + "(for information: first after an opening, which reads the whole index)",
      million, median(absent), median(next), median(insertion)))
  let after = memory()
  // Not flat: how all ids begin is held, and the ids of what this process stored, 8 to 24 MB for a million (IDPlaces).
  // The limit leaves room for SQLite's caches and what the reading of the index takes, and none for records.
  let (kept, held) = (
    growth[1].stored - growth[0].stored, Double(max(growth[1].memory, after) - growth[0].memory) / 1024
  )
  let limit = 64 * max(1, Double(million) / 1_000_000)
  print(
    "memory: \(growth.map { "\($0.memory / 1024)" }.joined(separator: " → ")) MiB while filling from 10 % to all, "
      + "\(after / 1024) MiB after the first reads and insertions, while the file grew by \(kept >> 20) MiB: "
      + String(
        format: "%.0f MiB more (limit %.0f, 64 for a million records)%@", held, limit, held < limit ? "" : "   MISSED"))
}

if million > 0 {
  // As after an import: the index is in the order of coming, so a range of dates passes nothing by. The time grows with
  // the number of records; a tenth of them, so that the benchmark ends soon.
  let count = million / 10
  let now = Date(timeIntervalSince1970: 1_700_000_000)
  var dice = SeededGenerator(seed: 1)
  let order = Array(0..<count).shuffled(using: &dice)
  let store = try await open("shuffled")
  for start in stride(from: 0, to: count, by: 1000) {
    try await store.insert(order[start..<min(start + 1000, count)].map { try entry(night($0)) }, now: now)
  }
  var range: [Double] = []
  for round in 0..<10 { range.append(try await thirtyDays(store, from: round * (count / 20))) }
  print(
    String(
      format: "%d records (a tenth), dates in shuffled order: 30 days %.2f ms (for information; limit 5 in order)",
      count, median(range)))
}
