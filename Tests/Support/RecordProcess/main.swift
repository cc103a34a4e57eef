#if Records
  import Foundation
  import SealedRecords
  import SecurityPolicy

  // A process that works on a record file until it is killed. Test support.
  //
  //   write FOLDER ROUND            inserts, changes, deletes, rotates keys and migrates payloads for ever; a line for
  //                                 everything that is stored for good, and one before each deletion (see `Promise`)
  //   wiping FOLDER ROUND [WIPES]   inserts, changes, deletes and rotates, and wipes everything in between, again and
  //                                 again or so many times (see `Promises`)
  //   beside FOLDER ROUND           inserts beside a process that wipes, until a file `over` says that this one is dead
  //   erase FOLDER                  wipes the records of another process once
  //   wipe FOLDER                   fills a file, and wipes it where no file may grow, and where only its log may not
  //   check FOLDER ROUND [KILLS]    such lines on standard input: ends with 0 when each was kept and the file is sound,
  //                                 and no keys are left but those in use and one, that sealed nothing, for each kill

  let arguments = CommandLine.arguments
  guard arguments.count >= 3, let kind = RecordKind("night") else { exit(64) }
  let folder = arguments[2]
  let thisRound = number(at: 3) ?? 1
  let keys = FolderKeys(folder: folder)

  func number(at place: Int) -> Int? { arguments.count > place ? Int(arguments[place]) : nil }

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

  func open(
    version: Int, keys given: (any RecordKeys)? = nil, interval: Int = 1
  ) async throws -> SQLiteRecords {
    let same: RecordTable.Upgrade = { record throws(RecordError) in record }
    let upgrades = Dictionary(uniqueKeysWithValues: (1..<max(version, 2)).map { ($0, same) })
    return try await SQLiteRecords.open(
      path: folder + "/records.sqlite", owner: .device,
      tables: [RecordTable(kind, version: version, upgrades: upgrades)],
      keys: given ?? keys, anchor: keys, anchorInterval: interval, random: SystemRandomNumberGenerator())
  }

  func print(line text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  /// One deletion. Between its two lines nobody can tell whether it happened.
  func delete(_ number: Int, from store: SQLiteRecords) async throws {
    print(line: "\(number)?")
    try await store.delete(name(number))
    print(line: "\(number)-")
  }

  /// A line for each key that was given out and not told before.
  func tell(_ noted: NotedKeys, _ told: inout Set<String>) {
    for name in noted.take().subtracting(told).sorted() {
      print(line: "key \(name)")
      told.insert(name)
    }
  }

  func writeAndWipe(_ wipes: Int) async throws {
    print(line: "opening")
    let noted = NotedKeys(keys)
    var told: Set<String> = []
    let store = try await open(version: thisRound, keys: noted)
    var (first, left) = (thisRound * 100_000, wipes)
    while true {
      for turn in 0..<4 {
        try await store.apply((first..<(first + 5)).map { .insert(record($0)) })
        for number in first..<(first + 5) { print(line: "\(number)") }
        try await store.upsert(record(first, version: 1))
        print(line: "\(first)=1")
        try await store.apply([.keepLocal(record(first + 1, version: 1))])
        print(line: "\(first + 1)~1")
        try await delete(first + 2, from: store)
        if turn == 1 || turn == 2 { try await store.rotateKey(of: turn == 1 ? kind : .index) }
        tell(noted, &told)
        first += 5
      }
      guard left > 0 else { continue }
      left -= 1
      print(line: "wiping")
      try await store.eraseAll()
      print(line: "wiped")
      tell(noted, &told)
    }
  }

  func writeBeside() async throws {
    let noted = NotedKeys(keys)
    var told: Set<String> = []
    // It saves no state: two processes that do so at once, one of which wipes, are another matter.
    let store = try await open(version: 1, keys: noted, interval: .max)
    var (first, isLast) = (thisRound * 100_000, false)
    while !isLast {
      // Asked before: what is stored from then on is stored after the other one's death.
      isLast = FileManager.default.fileExists(atPath: folder + "/over")
      do throws(RecordError) {
        try await store.apply((first..<(first + 5)).map { .insert(record($0)) })
        for number in first..<(first + 5) { print(line: "\(number)") }
        tell(noted, &told)
      } catch {
        // Nobody else is there: the wipe has come so far that it ends.
        if isLast { print(line: "wiped") }
      }
      first += 5
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  func eraseOnce() async throws {
    let store = try await open(version: 1)
    print(line: "wiping")
    // What the other process reads at that moment stays in the file for a time.
    do { try await store.eraseAll() } catch RecordError.pagesStay {}
    print(line: "wiped")
    while true { try await Task.sleep(for: .seconds(1)) }
  }

  /// Has every write fail from now on that reaches beyond this size of a file.
  func limitFiles(to size: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(70) }
    limit.rlim_cur = rlim_t(size)
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(70) }
  }

  func wipeWithoutRoom() async throws {
    let store = try await open(version: 1)
    // The log holds each state of a file that stays small.
    for version in 0..<100 { try await store.upsert(record(1, version: version)) }
    let log = try FileManager.default.attributesOfItem(atPath: folder + "/records.sqlite-wal")[.size] as? Int ?? 0
    limitFiles(to: log)
    do throws(RecordError) {
      try await store.upsert(record(2))
      exit(65)
    } catch {
      print(line: "\(error)")
    }
    limitFiles(to: 0)
    do throws(RecordError) {
      try await store.eraseAll()
      exit(65)
    } catch {
      print(line: "\(error)")
    }
    let kept = try await store.list(kind).count
    print(line: "kept \(kept)")
    limitFiles(to: log)
    let wiped = try await store.eraseAll()
    print(line: "wiped \(wiped)")
  }

  /// The names of keys in the folder that the file has no use for, once every rotation is at its end.
  func unusedKeys(_ store: SQLiteRecords, _ noted: NotedKeys) async throws -> Set<String> {
    try await store.finishRewrites()
    _ = noted.take()
    _ = try await store.list(kind)
    return try keys.names().subtracting(noted.take())
  }

  /// - Parameter kills: how many processes were killed; without it keys are not looked at.
  func isKept(_ promises: Promises, kills: Int?) async throws -> Bool {
    let noted = NotedKeys(keys)
    let store = try await open(version: thisRound, keys: noted)
    let found = Dictionary(uniqueKeysWithValues: try await store.list(kind).map { ($0.id, $0) })
    let pending = Set(try await store.pending(limit: .max).map(\.record.id))
    let broken = promises.broken { number in
      let id = name(number)
      return (found[id].map { versionTold(by: $0, of: number) }, pending.contains(id))
    }
    let inspection = try await store.verify()
    let unused = try await kills == nil ? [] : unusedKeys(store, noted)
    print(
      line: "\(found.count) records, \(broken.count) of \(promises.count) promises broken: \(broken.prefix(9)), "
        + "\(inspection.damage.count) damaged, unused keys: \(unused.sorted())")
    return broken.isEmpty && inspection.verdict == .holds && unused.count <= kills ?? 0
      && unused.isDisjoint(with: promises.usedKeys)
  }

  // A write beyond the limit of a file's size shall fail, not end the process.
  signal(SIGXFSZ, SIG_IGN)

  do {
    switch arguments[1] {
    case "write":
      let base = thisRound * 100_000
      let store = try await open(version: thisRound)
      if thisRound > 1 {
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
    case "wiping": try await writeAndWipe(number(at: 4) ?? .max)
    case "beside": try await writeBeside()
    case "erase": try await eraseOnce()
    case "wipe": try await wipeWithoutRoom()
    case "check":
      var promises = Promises()
      while let line = readLine() {
        guard promises.hear(line) else {
          print(line: "no promise: \(line)")
          exit(64)
        }
      }
      exit(try await isKept(promises, kills: number(at: 4)) ? 0 : 1)
    default: exit(64)
    }
  } catch {
    print(line: "\(error)")
    exit(2)
  }
#else
  print("built without the trait Records")
#endif
