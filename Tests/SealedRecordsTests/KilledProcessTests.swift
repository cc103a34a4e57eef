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

    private func check(_ place: Place, round: Int, _ stored: [String]) throws {
      let input = Pipe()
      let (check, answer) = try start(["check", place.root, "\(round)"], input: input)
      input.fileHandleForWriting.write(Data(stored.joined(separator: "\n").utf8))
      try input.fileHandleForWriting.close()
      let said = String(decoding: answer.readDataToEndOfFile(), as: UTF8.self)
      check.waitUntilExit()
      #expect(check.terminationStatus == 0, "round \(round): \(said)")
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
      "Killed at any instant of inserting, changing, rotating and migrating, the file is sound and nothing stored is lost",
      .timeLimit(.minutes(rounds > 15 ? 240 : 5)))
    func killed() throws {
      // Every round migrates and rotates all rows that the rounds before left, so the cost of one grows with their
      // number: a file ends after 25 rounds and some 4,000 rows. The next one is as likely to be hit.
      let roundsOfAFile = 25
      var left = Self.rounds
      var stored = 0
      while left > 0 {
        stored += try soundAfterKills(min(left, roundsOfAFile))
        left -= roundsOfAFile
      }
      #expect(stored > Self.rounds)
      print("records: \(Self.rounds) kills, \(stored) records stored for good before them, none lost")
    }

    /// The fate of one file; returns how many records it was trusted with.
    private func soundAfterKills(_ rounds: Int) throws -> Int {
      let place = try Place()
      var stored: [String] = []
      var random = SystemRandomNumberGenerator()
      for round in 1...rounds {
        let (process, output) = try start(["write", place.root, "\(round)"])
        let wanted = Int.random(in: 1...2500, using: &random)
        var text: [UInt8] = []
        // One in ten dies while it opens the file and begins to migrate: nobody waits for its first line.
        if wanted <= 250 { usleep(UInt32(wanted * 400)) }
        while wanted > 250, text.count < wanted {
          let bytes = output.availableData
          if bytes.isEmpty { break }
          text += bytes
        }
        kill(process.processIdentifier, SIGKILL)
        text += output.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(
          process.terminationReason == .uncaughtSignal, "it ended by itself: \(String(decoding: text, as: UTF8.self))")
        // A line that was cut is not a promise.
        stored += String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
          .dropLast().map(String.init)
        guard round == rounds || round % 5 == 0 else { continue }
        try check(place, round: round, stored)
      }
      return stored.count
    }
  }
#endif
