#if os(Linux)
  import DataLifecycle
  import Foundation
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Real processes that write to one sealed log, each killed by SIGKILL at a random instant. `MANTLET_KILLS` says how
  /// many (15).
  @Suite(.serialized, .timeLimit(.minutes(15))) struct SealedLogKillTests {
    private static let kills = ProcessInfo.processInfo.environment["MANTLET_KILLS"].flatMap(Int.init) ?? 15

    /// The numbers that the process said were written, before it was killed.
    private func write(_ root: String, _ microseconds: Int, from first: Int) throws -> [Int] {
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(
        "WipeProcess")
      process.arguments = ["log", root, String(microseconds), String(first)]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
      return output.split(separator: "\n").compactMap { Int($0) }
    }

    @Test("However often its writer is killed, no line that was written is lost, and none is damaged or out of order")
    func killed() async throws {
      var random = SeededGenerator(seed: .random(in: 0...UInt64.max))
      let place = try TestFolder()
      for folder in ["keys", "log"] { _ = try place.make(folder) }
      var (next, torn, last) = (1, 0, 0)
      for _ in 0..<Self.kills {
        let said = try write(place.path, Int.random(in: 1000...40_000, using: &random), from: next)
        #expect(said == Array(next..<(next + said.count)))
        last = said.last ?? last
        let log = try await SealedLog.open(
          LogFileRequirement(name: "log", bytes: 16 << 10, days: 4), folder: place.path + "/log",
          keys: CacheKeyFile(folder: place.path + "/keys"), access: nil, now: Date(), random: random)
        let content = try log.content(now: Date())
        #expect(content.damaged == 0 && content.torn <= 1)
        torn += content.torn
        let numbers = content.lines.compactMap { Int($0.text.split(separator: " ")[1]) }
        #expect(numbers.count == content.lines.count)
        // A line may have been written and not told any more.
        let end = numbers.last ?? 0
        #expect(end == last || end == last + 1)
        if let start = numbers.first { #expect(numbers == Array(start...end)) }
        #expect(last < 60 || numbers.count > 30)
        let sizes = try place.files(in: "log").map { try place.bytes("log/" + $0).count }
        #expect(sizes.reduce(0, +) <= 16 << 10)
        (next, last) = (end + 1, end)
      }
      #expect(last > 0)
      print("sealed log: \(Self.kills) kills, \(last) lines, \(torn) writes cut off, none lost")
    }
  }
#endif
