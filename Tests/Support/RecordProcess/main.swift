#if Records
  import Foundation
  import SealedRecords
  import SecurityPolicy

  // A process that works on a record file until it is killed. Test support.
  //
  //   write FOLDER ROUND    inserts, changes, deletes, rotates keys and migrates payloads for ever; a line for everything
  //                         that is stored for good, and one before each deletion (see `Promise`)
  //   wipe FOLDER           fills a file, and wipes it where its log may grow no more
  //   check FOLDER ROUND    such lines on standard input: ends with 0 when each was kept and the file is sound

  let arguments = CommandLine.arguments
  guard arguments.count >= 3, let kind = RecordKind("night") else { exit(64) }
  let folder = arguments[2]
  let keys = FolderKeys(folder: folder)

  func name(_ number: Int) -> UUID {
    let bytes = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    return UUID(
      uuid: (
        bytes[4], bytes[5], bytes[6], bytes[7], 0, 0, 0x40, 0, 0x80, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3]
      ))
  }

  /// - Parameter version: told in the payload, so that an older one is seen.
  func record(_ number: Int, version: Int = 0) -> SealedRecord {
    let date = Date(timeIntervalSinceReferenceDate: Double(number))
    return SealedRecord(
      id: name(number), kind: kind, createdAt: date, payload: Array("\(number).\(version)".utf8))
  }

  /// The version in a payload; below 0 when it is another record's, or nothing that was ever written.
  func versionTold(by record: SealedRecord, of number: Int) -> Int {
    let parts = String(decoding: record.payload, as: UTF8.self).split(separator: ".").map { Int($0) }
    guard parts.count == 2, parts[0] == number, let version = parts[1] else { return -1 }
    return version
  }

  func open(version: Int) async throws -> SQLiteRecords {
    let same: RecordTable.Upgrade = { record throws(RecordError) in record }
    let upgrades = Dictionary(uniqueKeysWithValues: (1..<max(version, 2)).map { ($0, same) })
    return try await SQLiteRecords.open(
      path: folder + "/records.sqlite", owner: .device,
      tables: [RecordTable(kind, version: version, upgrades: upgrades)],
      keys: keys, anchor: keys, random: SystemRandomNumberGenerator())
  }

  func print(line text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  /// One deletion. Between its two lines nobody can tell whether it happened.
  func delete(_ number: Int, from store: SQLiteRecords) async throws {
    print(line: "\(number)?")
    try await store.delete(name(number))
    print(line: "\(number)-")
  }

  // A write beyond the limit of a file's size shall fail, not end the process.
  signal(SIGXFSZ, SIG_IGN)

  do {
    switch arguments[1] {
    case "write":
      let round = Int(arguments.dropFirst(3).first ?? "") ?? 1
      let base = round * 100_000
      let store = try await open(version: round)
      if round > 1 {
        // What the round before left was migrated by now, or is about to be.
        let older = base - 100_000
        try await store.upsert(record(older, version: base))
        print(line: "\(older)=\(base)")
        try await delete(older + 3, from: store)
      }
      var count = 0
      while true {
        let first = base + count
        try await store.apply((first..<(first + 5)).map { .insert(record($0)) })
        for number in first..<(first + 5) { print(line: "\(number)") }
        count += 5
        if count % 10 == 0 {
          let version = base + count
          // The first one of the round again and again.
          try await store.apply([.upsert(record(base, version: version)), .upsert(record(first, version: version))])
          for number in [base, first] { print(line: "\(number)=\(version)") }
          try await store.apply([.keepLocal(record(first + 1, version: version))])
          print(line: "\(first + 1)~\(version)")
          try await delete(first + 2, from: store)
        }
        if count % 40 == 0 { try await store.rotateKey(of: count % 80 == 0 ? .index : kind) }
        if count % 55 == 0 {
          for pending in try await store.pending(limit: 3) { try await store.markSynced(pending.mark) }
        }
      }
    case "wipe":
      let store = try await open(version: 1)
      // The log holds each state of a file that stays small.
      for version in 0..<100 { try await store.upsert(record(1, version: version)) }
      let log = try FileManager.default.attributesOfItem(atPath: folder + "/records.sqlite-wal")
      var limit = rlimit()
      limit.rlim_cur = (log[.size] as? Int).map { rlim_t($0) } ?? 0
      limit.rlim_max = limit.rlim_cur
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(70) }
      do throws(RecordError) {
        try await store.upsert(record(2))
        exit(65)
      } catch {
        print(line: "\(error)")
      }
      print(line: "wiped \(try await store.eraseAll())")
    case "check":
      var promises: [Int: Promise] = [:]
      while let line = readLine() {
        guard Promise.hear(line, &promises) else {
          print(line: "no promise: \(line)")
          exit(64)
        }
      }
      let store = try await open(version: Int(arguments.dropFirst(3).first ?? "") ?? 1)
      let found = Dictionary(uniqueKeysWithValues: try await store.list(kind).map { ($0.id, $0) })
      let pending = Set(try await store.pending(limit: .max).map(\.record.id))
      var broken: [Int] = []
      for (number, promise) in promises {
        let id = name(number)
        let told = found[id].map { versionTold(by: $0, of: number) }
        if !promise.isKept(told, isPending: pending.contains(id)) { broken.append(number) }
      }
      let inspection = try await store.verify()
      print(
        line: "\(found.count) records, \(broken.count) of \(promises.count) promises broken: "
          + "\(broken.sorted().prefix(9)), \(inspection.damage.count) damaged")
      exit(broken.isEmpty && inspection.verdict == .holds ? 0 : 1)
    default: exit(64)
    }
  } catch {
    print(line: "\(error)")
    exit(2)
  }
#else
  print("built without the trait Records")
#endif
