#if Records
  import Foundation
  import SealedRecords
  import SecurityPolicy

  // A process that works on a record file until it is killed. Test support.
  //
  //   write FOLDER ROUND    inserts, changes, rotates keys and migrates payloads for ever; a line for every number that
  //                         is stored for good
  //   check FOLDER ROUND    numbers on standard input: ends with 0 when each of them is there and the file is sound

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

  func record(_ number: Int) -> SealedRecord {
    let date = Date(timeIntervalSinceReferenceDate: Double(number))
    return SealedRecord(id: name(number), kind: kind, createdAt: date, payload: Array("\(number)".utf8))
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

  // A write beyond the limit of a file's size shall fail, not end the process.
  signal(SIGXFSZ, SIG_IGN)

  do {
    switch arguments[1] {
    case "write":
      let round = Int(arguments.dropFirst(3).first ?? "") ?? 1
      let store = try await open(version: round)
      var count = 0
      while true {
        let first = round * 100_000 + count
        try await store.apply((first..<(first + 5)).map { .insert(record($0)) })
        for number in first..<(first + 5) { print(line: "\(number)") }
        count += 5
        if count % 15 == 0 { try await store.upsert(record(first)) }
        if count % 40 == 0 { try await store.rotateKey(of: count % 80 == 0 ? .index : kind) }
        if count % 55 == 0 {
          for pending in try await store.pending(limit: 3) { try await store.markSynced(pending.mark) }
        }
      }
    case "check":
      var numbers: [Int] = []
      while let line = readLine() { if let number = Int(line) { numbers.append(number) } }
      let store = try await open(version: Int(arguments.dropFirst(3).first ?? "") ?? 1)
      let found = Dictionary(uniqueKeysWithValues: try await store.list(kind).map { ($0.id, $0) })
      let lost = numbers.filter { found[name($0)]?.payload != Array("\($0)".utf8) }
      let inspection = try await store.verify()
      print(line: "\(found.count) records, \(lost.count) lost, \(inspection.damage.count) damaged")
      exit(lost.isEmpty && inspection.verdict == .holds ? 0 : 1)
    default: exit(64)
    }
  } catch {
    print(line: "\(error)")
    exit(2)
  }
#else
  print("built without the trait Records")
#endif
