#if Records && os(Linux)
  import Foundation
  import Testing

  /// `kill -9` in the middle of a wipe: all records of before are there, or none.
  @Suite struct KilledWipeTests {
    private static let rounds = RecordVictim.asked ?? 9
    private static let roundsBeside = RecordVictim.asked ?? 5

    @Test func `The trial sees records and keys that outlive a wipe, a part of them, and what is lost after it`()
      throws
    {
      let place = try Place()
      let victim = try RecordVictim(["wiping", place.root, "1", "1"])
      // Nothing is done to a number with this end after its insertion.
      let isInsertion = { (line: String) in line.count == 6 && line.hasSuffix("4") }
      victim.listen { said in
        said.firstIndex(of: "wiped").map { said[$0...].contains(where: isInsertion) } ?? false
      }
      let said = victim.end()
      let wipe = try #require(said.firstIndex(of: "wiped"))
      let before = try #require(said[..<wipe].first(where: isInsertion))
      let after = try #require(said[wipe...].first(where: isInsertion))
      try RecordVictim.check(place, round: 1, said, kills: 1)
      for broken in [[before], ["wiping", before], [after, "wiping", "wiped"], [before, after, "wiping"]] {
        #expect(try RecordVictim.judge(place, round: 1, broken).code == 1, "\(broken)")
      }
      // A wipe that was cut off may have happened or not.
      for kept in [[before, "wiping"], [after, "wiping"], [before, "wiping", "wiped", after]] {
        #expect(try RecordVictim.judge(place, round: 1, kept).code == 0, "\(kept)")
      }
      for key in ["night.4000000001", "night.4000000002"] {
        #expect(FileManager.default.createFile(atPath: "\(place.root)/key.\(key)", contents: Data(count: 32)))
      }
      #expect(try RecordVictim.judge(place, round: 1, said, kills: 1).code == 1)
      #expect(try RecordVictim.judge(place, round: 1, said, kills: 3).code == 0)
      #expect(try RecordVictim.judge(place, round: 1, said + ["key night.4000000001"], kills: 3).code == 1)
    }

    @Test(.timeLimit(.minutes(RecordVictim.minutes)))
    func `Killed in a wipe, or in the opening after it, a file has all of its records or none, and no key of before`()
      throws
    {
      var left = Self.rounds
      var span = Duration.milliseconds(20)
      var said: [String] = []
      while left > 0 {
        let rounds = min(left, 24)
        said += try promisesKept(rounds, &span)
        left -= rounds
      }
      let whole = said.count { $0 == "wiped" }
      let cut = said.count { $0 == "wiping" } - whole
      #expect(whole >= Self.rounds / 2)
      print("records: \(Self.rounds) kills in wipes and openings; \(whole) whole wipes and \(cut) that were cut off")
    }

    /// The fate of one file that is wiped again and again; returns what was promised of it.
    private func promisesKept(_ rounds: Int, _ span: inout Duration) throws -> [String] {
      let place = try Place()
      var said: [String] = []
      for round in 1...rounds {
        said += try promises(place, round: round, &span)
        // One in three dies as it opens what the one before left: nobody looks at that in between.
        guard round == rounds || round % 3 != 2 else { continue }
        try RecordVictim.check(place, round: round, said, kills: round == rounds ? rounds : nil)
      }
      return said
    }

    /// What a process said that was killed in its second wipe, or as it opened the file.
    ///
    /// - Parameter span: how long a wipe took last.
    private func promises(_ place: Place, round: Int, _ span: inout Duration) throws -> [String] {
      let victim = try RecordVictim(["wiping", place.root, "\(round)"])
      if round % 3 == 0 {
        victim.listen { $0.contains("opening") }
      } else {
        span = wipe(of: victim)
        victim.listen { said in said.count { $0 == "wiping" } > 1 }
      }
      return victim.end(within: span)
    }

    /// Waits for a process's first wipe, and says how long it took.
    private func wipe(of victim: RecordVictim) -> Duration {
      victim.listen { $0.contains("wiping") }
      let began = ContinuousClock.now
      victim.listen { $0.contains("wiped") }
      return ContinuousClock.now - began
    }

    @Test(.timeLimit(.minutes(RecordVictim.minutes)))
    func `Killed while it wipes the file of another process, a process leaves all of its records or none`() throws {
      var left = Self.roundsBeside
      while left > 0 {
        let rounds = min(left, 25)
        let place = try Place()
        var span = Duration.zero
        var said: [String] = []
        for round in 1...rounds {
          said += try promisesBeside(place, round: round, &span)
          try RecordVictim.check(place, round: 1, said, kills: round == rounds ? rounds : nil)
        }
        left -= rounds
      }
    }

    /// What a process said that stored records while another one wiped them and was killed, the first time after its wipe.
    private func promisesBeside(_ place: Place, round: Int, _ span: inout Duration) throws -> [String] {
      let over = place.root + "/over"
      try? FileManager.default.removeItem(atPath: over)
      let writer = try RecordVictim(["beside", place.root, "\(round)"])
      writer.listen { said in said.contains { $0.allSatisfy(\.isNumber) } }
      let wiper = try RecordVictim(["erase", place.root])
      if round == 1 {
        span = wipe(of: wiper)
        wiper.end()
      } else {
        wiper.listen { $0.contains("wiping") }
        wiper.end(within: span)
      }
      #expect(FileManager.default.createFile(atPath: over, contents: nil))
      let (code, said) = writer.finish()
      #expect(code == 0, "\(said.suffix(3))")
      return said
    }
  }
#endif
