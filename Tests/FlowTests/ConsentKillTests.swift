import Foundation
import Testing

/// What the person wants of notifications, killed in real processes while tokens come and go.
@Suite(.timeLimit(.minutes(15))) struct ConsentKillTests {
  private static let kills = ProcessInfo.processInfo.environment["MANTLET_KILLS"].flatMap(Int.init) ?? 15

  private func run(_ arguments: [String]) throws -> (process: Process, text: String) {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("WipeSoak")
    process.arguments = arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process, text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test(
    "However often it is killed, the server has no push token that the device has forgotten, and loses all at the end")
  func kills() throws {
    let folder = try TemporaryFolder()
    var found = 0
    var round = 0
    // On a busy machine a life that short may end before it has done anything: then longer ones follow.
    while round < Self.kills || found == 0 && round < 10 * Self.kills {
      round += 1
      let longest = 150_000 * (1 + round / Self.kills)
      // Some lives follow each other without anybody looking.
      for _ in 0..<(round % 3 + 1) {
        let life = try run(["notify", folder.path, String(Int.random(in: 10_000...longest))])
        #expect(life.process.terminationReason == .uncaughtSignal, "\(life.text)")
      }
      let end = try run(["settle", folder.path])
      #expect(end.process.terminationStatus == 0, "\(end.text)")
      found += Int(end.text) ?? 0
    }
    #expect(found > 0, "no kill left a token: nothing was tested")
  }
}
