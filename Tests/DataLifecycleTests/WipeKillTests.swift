#if os(Linux)
  import DataLifecycle
  import Foundation
  import Redaction
  import SecurityTesting
  import Testing

  /// Real processes, killed by SIGKILL at random instants of a wipe. `MANTLET_KILLS` says how many (15).
  @Suite(.serialized) struct WipeKillTests {
    private static let kills = ProcessInfo.processInfo.environment["MANTLET_KILLS"].flatMap(Int.init) ?? 15

    private func run(_ root: String, _ microseconds: Int) throws -> (code: Int32, isKilled: Bool, output: String) {
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(
        "WipeProcess")
      process.arguments = [root, String(microseconds)]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, process.terminationReason == .uncaughtSignal, output)
    }

    private func fill(_ place: TestFolder) throws {
      for folder in ["files/deep", "cache", "keys"] { _ = try place.make(folder) }
      try place.put([UInt8](repeating: 7, count: 32), at: "files/key")
      for index in 0..<30 {
        try place.put([UInt8](repeating: 1, count: 500), at: "files/\(index)")
        try place.put([UInt8](repeating: 1, count: 500), at: "files/deep/\(index)")
        try place.put([UInt8](repeating: 1, count: 500), at: "cache/\(index).cached")
      }
      _ = try CacheKeyFile(folder: place.path + "/keys").add(Secret(copying: [UInt8](repeating: 9, count: 32)))
    }

    private func targets(_ root: String) throws -> [any WipeTarget] {
      [
        FolderWipe(name: try targetName("files"), kind: .temporaryFiles, folder: root + "/files", keyFiles: ["key"]),
        CacheWipe(name: try targetName("cache"), folder: root + "/cache", keys: CacheKeyFile(folder: root + "/keys")),
      ]
    }

    private func left(_ place: TestFolder) throws -> Int {
      let all = try ["files", "files/deep", "cache", "keys"].filter { place.exists($0) }.map { try place.files(in: $0) }
      return all.joined().filter { $0 != "deep" }.count
    }

    @Test(
      "However often it is killed, a wipe that was written down completes, and one that was not has touched nothing")
    func killed() async throws {
      var random = SeededGenerator(seed: 11)
      let measured = try TestFolder()
      try fill(measured)
      let whole = try left(measured)
      let calm = try run(measured.path, 0)
      let duration = try #require(Int(calm.output.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(calm.code == 0 && whole == 92)
      #expect(try left(measured) == 0)

      var kills = 0
      var pendings = 0
      // On a busy machine a kill may miss the wipe itself for long.
      for _ in 0..<(Self.kills * 20) where kills < Self.kills || pendings == 0 {
        let place = try TestFolder()
        try fill(place)
        // Twice, so that resuming is cut off as well.
        for _ in 0..<2 {
          let result = try run(place.path, Int.random(in: 1...max(duration * 3 / 2, 2), using: &random))
          if result.isKilled { kills += 1 } else { #expect(result.code == 0) }
        }
        let (_, opening) = try Wipe.open(
          plan: plan(targets(place.path)), journal: WipeJournalFile(folder: place.path + "/journal"))
        switch opening {
        case .clear: #expect(try [0, whole].contains(left(place)), "access to half a wipe")
        case .pending(let pending):
          pendings += 1
          guard case .complete = try await pending.resume() else {
            Issue.record("not complete")
            continue
          }
          #expect(try left(place) == 0)
          #expect(!place.exists("journal/wipe.journal"))
        }
      }
      #expect(kills >= Self.kills && pendings > 0)
      print("wipe: \(kills) kills within \(duration) µs, \(pendings) wipes resumed, none lost")
    }
  }
#endif
