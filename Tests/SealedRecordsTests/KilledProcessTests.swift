#if Records && os(Linux)
  import Foundation
  import GRDB
  import SealedRecords
  import Testing

  @Suite struct KilledProcessTests {
    /// A soak asks for more.
    private static let rounds = Int(ProcessInfo.processInfo.environment["MANTLET_SOAK_RECORDS"] ?? "") ?? 15

    private static var program: String {
      ProcessInfo.processInfo.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/RecordProcess"
    }

    private func start(
      _ arguments: [String], program: String = Self.program, input: Pipe? = nil
    ) throws -> (process: Process, output: FileHandle) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      let pipe = Pipe()
      process.standardOutput = pipe
      if let input { process.standardInput = input }
      try process.run()
      return (process, pipe.fileHandleForReading)
    }

    /// What the process said, line by line, until it was killed behind so many bytes. A line that was cut is no promise.
    private func promises(
      _ place: Place, round: Int, bytes wanted: Int, waiting microseconds: UInt32 = 0
    ) throws -> [String] {
      let (process, output) = try start(["write", place.root, "\(round)"])
      var text: [UInt8] = []
      if microseconds > 0 { usleep(microseconds) }
      while text.count < wanted {
        let bytes = output.availableData
        if bytes.isEmpty { break }
        text += bytes
      }
      kill(process.processIdentifier, SIGKILL)
      text += output.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(
        process.terminationReason == .uncaughtSignal, "it ended by itself: \(String(decoding: text, as: UTF8.self))")
      return String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }

    /// What another process finds: 0 when every promise was kept and the file is sound.
    private func judge(_ place: Place, round: Int, _ promises: [String]) throws -> (code: Int32, said: String) {
      let input = Pipe()
      let (check, answer) = try start(["check", place.root, "\(round)"], input: input)
      input.fileHandleForWriting.write(Data(promises.joined(separator: "\n").utf8))
      try input.fileHandleForWriting.close()
      let said = String(decoding: answer.readDataToEndOfFile(), as: UTF8.self)
      check.waitUntilExit()
      return (check.terminationStatus, said)
    }

    private func check(_ place: Place, round: Int, _ promises: [String]) throws {
      let (code, said) = try judge(place, round: round, promises)
      #expect(code == 0, "round \(round): \(said)")
    }

    @Test("The trial sees a lost insertion, change and deletion, and a record that would leave its device")
    func seen() throws {
      let place = try Place()
      let said = try promises(place, round: 1, bytes: 400)
      try check(place, round: 1, said)
      let deleted = String(try #require(said.first { $0.hasSuffix("-") }).dropLast())
      // Nothing is done to a number with this end after its insertion.
      let inserted = try #require(said.last { $0.count == 6 && $0.hasSuffix("4") })
      let changed = try #require(said.last { $0.contains("=") && !$0.hasPrefix("100000=") })
      for lost in ["199999", "100000=199999", inserted + "-"] {
        #expect(try judge(place, round: 1, said + [lost]).code == 1, "\(lost)")
      }
      for alone in [deleted, changed.replacingOccurrences(of: "=", with: "~")] {
        #expect(try judge(place, round: 1, [alone]).code == 1, "\(alone)")
      }
      // What was about to be deleted may be there or not.
      for number in [deleted, inserted] {
        #expect(try judge(place, round: 1, [number, number + "?"]).code == 0, "\(number)")
      }
    }

    @Test("A medium that takes no more bytes ends a transaction by name; what was stored before is there and sound")
    func full() throws {
      let place = try Place()
      // Files may not grow beyond 256 KiB: the write itself fails, as on a full disk.
      let (process, output) = try start(
        ["-c", "ulimit -f 256; exec '\(Self.program)' write '\(place.root)' 1"], program: "/bin/bash")
      let lines = String(decoding: output.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n").map(String.init)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 2)
      #expect(lines.last?.contains("record database") == true, "\(lines.last ?? "")")
      #expect(lines.count > 10)
      try check(place, round: 1, Array(lines.dropLast()))
    }

    @Test func `A wipe makes room where writing only fails, as past a quota`() throws {
      let place = try Place()
      let (process, output) = try start(["wipe", place.root])
      let lines = String(decoding: output.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(lines.first?.contains("778") == true && lines.last == "wiped 1", "\(lines)")
    }

    @Test("A first opening that was cut off while SQLite still kept its old journal is begun anew")
    func firstOpening() async throws {
      let (place, victim) = (try Place(), try Place())
      let queue = try DatabaseQueue(path: victim.path)
      // Copied in the middle of a transaction that has begun to write to the file.
      try queue.inTransaction { database in
        try database.execute(sql: "CREATE TABLE big (bytes BLOB); INSERT INTO big VALUES (zeroblob(8000000))")
        for suffix in ["", "-journal"] {
          let bytes = try Data(contentsOf: URL(filePath: victim.path + suffix))
          #expect(bytes.count > 0)
          #expect(
            FileManager.default.createFile(
              atPath: place.path + suffix, contents: bytes, attributes: [.posixPermissions: 0o600]))
        }
        return .rollback
      }
      let store = try await place.open()
      #expect(await store.opening.isNew)
      try await store.insert(record(1))
      #expect(try await store.count(night) == 1)
    }

    @Test(
      "Killed at any instant, the file is sound, and no insertion, change or deletion that was stored is lost",
      .timeLimit(.minutes(rounds > 15 ? 240 : 5)))
    func killed() throws {
      // Every round migrates and rotates all rows that the rounds before left, so the cost of one grows with their
      // number: a file ends after 25 rounds and some 2,500 rows. The next one is as likely to be hit.
      let roundsOfAFile = 25
      var left = Self.rounds
      var said: [String] = []
      while left > 0 {
        said += try promisesKept(min(left, roundsOfAFile))
        left -= roundsOfAFile
      }
      let inserted = said.count { $0.allSatisfy(\.isNumber) }
      let changed = said.count { $0.contains("=") || $0.contains("~") }
      let deleted = said.count { $0.hasSuffix("-") }
      #expect(inserted > Self.rounds && changed > Self.rounds && deleted > Self.rounds)
      print(
        "records: \(Self.rounds) kills; before them \(inserted) insertions, \(changed) changes and \(deleted) deletions "
          + "for good, none lost")
    }

    /// The fate of one file; returns what was promised of it.
    private func promisesKept(_ rounds: Int) throws -> [String] {
      let place = try Place()
      var said: [String] = []
      var random = SystemRandomNumberGenerator()
      for round in 1...rounds {
        let wanted = Int.random(in: 1...2500, using: &random)
        // One in ten dies while it opens the file and begins to migrate: nobody waits for its first line.
        said +=
          try wanted <= 250
          ? promises(place, round: round, bytes: 0, waiting: UInt32(wanted * 400))
          : promises(place, round: round, bytes: wanted)
        guard round == rounds || round % 5 == 0 else { continue }
        try check(place, round: round, said)
      }
      return said
    }
  }
#endif
