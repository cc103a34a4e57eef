#if Records && os(Linux)
  import Foundation
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

    @Test(
      "Killed at any instant of inserting, changing, rotating and migrating, the file is sound and nothing stored is lost",
      .timeLimit(.minutes(rounds > 15 ? 240 : 5)))
    func killed() throws {
      let place = try Place()
      let rounds = Self.rounds
      var stored: [String] = []
      var random = SystemRandomNumberGenerator()
      for round in 1...rounds {
        let (process, output) = try start(["write", place.root, "\(round)"])
        let wanted = Int.random(in: 1...2500, using: &random)
        var text: [UInt8] = []
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
        // A line that was cut is not a promise.
        stored += String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
          .dropLast().map(String.init)
        guard round == rounds || round % 5 == 0 else { continue }
        try check(place, round: round, stored)
      }
      #expect(stored.count > rounds)
    }
  }
#endif
