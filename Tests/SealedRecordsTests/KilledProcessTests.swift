#if Records && os(Linux)
  import Foundation
  import GRDB
  import SealedRecords
  import Testing

  @Suite struct KilledProcessTests {
    private static let rounds = RecordVictim.asked ?? 15

    /// What the process said, line by line, until it was killed behind so many bytes.
    private func promises(
      _ place: Place, round: Int, bytes wanted: Int, waiting microseconds: UInt32 = 0
    ) throws -> [String] {
      let victim = try RecordVictim(["write", place.root, "\(round)"])
      if microseconds > 0 { usleep(microseconds) }
      victim.listen(bytes: wanted)
      return victim.end()
    }

    @Test("The trial sees a lost insertion, change and deletion, and a record that would leave its device")
    func seen() throws {
      let place = try Place()
      let said = try promises(place, round: 1, bytes: 400)
      try RecordVictim.check(place, round: 1, said)
      let deleted = String(try #require(said.first { $0.hasSuffix("-") }).dropLast())
      // Nothing is done to a number with this end after its insertion.
      let inserted = try #require(said.last { $0.count == 6 && $0.hasSuffix("4") })
      let changed = try #require(said.last { $0.contains("=") && !$0.hasPrefix("100000=") })
      for lost in ["199999", "100000=199999", inserted + "-"] {
        #expect(try RecordVictim.judge(place, round: 1, said + [lost]).code == 1, "\(lost)")
      }
      for alone in [deleted, changed.replacingOccurrences(of: "=", with: "~")] {
        #expect(try RecordVictim.judge(place, round: 1, [alone]).code == 1, "\(alone)")
      }
      // What was about to be deleted may be there or not.
      for number in [deleted, inserted] {
        #expect(try RecordVictim.judge(place, round: 1, [number, number + "?"]).code == 0, "\(number)")
      }
    }

    @Test("A medium that takes no more bytes ends a transaction by name; what was stored before is there and sound")
    func full() throws {
      let place = try Place()
      // Files may not grow beyond 256 KiB: the write itself fails, as on a full disk.
      let process = try RecordVictim(
        ["-c", "ulimit -f 256; exec '\(RecordVictim.program)' write '\(place.root)' 1"], program: "/bin/bash")
      let (code, said) = process.finish()
      #expect(code == 2)
      #expect(said.last == "\(SealedRecords.RecordError.full)")
      #expect(said.count > 10)
      try RecordVictim.check(place, round: 1, Array(said.dropLast()))
    }

    @Test func `A wipe makes room past a quota, where writing only fails; without any it says so and erases nothing`()
      throws
    {
      let place = try Place()
      let (code, said) = try RecordVictim(["wipe", place.root]).finish()
      let full = "\(SealedRecords.RecordError.full)"
      #expect(code == 0 && said == [full, full, "kept 1", "wiped 1"], "\(said)")
      withExtendedLifetime(place) {}
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
      .timeLimit(.minutes(RecordVictim.minutes)))
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
        try RecordVictim.check(place, round: round, said)
      }
      return said
    }
  }
#endif
