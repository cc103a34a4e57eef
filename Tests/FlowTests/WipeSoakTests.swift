import Foundation
import Testing

/// The whole wipe of the façade, killed in real processes; `Scripts/soak wipe` runs it at full size.
@Suite(.timeLimit(.minutes(15))) struct WipeSoakTests {
  @Test(
    "However often a logout or a change of account is killed, the next start finds all of a life or nothing of it")
  func kills() throws {
    let folder = try TemporaryFolder()
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("WipeSoak")
    process.arguments = ["kills", folder.path, "20", "\(UInt64.random(in: 0...9999))"]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.hasPrefix("20 kills"), "\(text)")
  }
}
