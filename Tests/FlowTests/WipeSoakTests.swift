import Foundation
import Testing

/// The whole wipe of the façade, killed in real processes; `Scripts/soak wipe` runs it at full size.
@Suite(.timeLimit(.minutes(15))) struct WipeSoakTests {
  private func run(_ words: String...) throws -> (code: Int32, text: String) {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("WipeSoak")
    process.arguments = words
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(
    "However often a logout or a change of account is killed, the next start finds all of a life or nothing of it")
  func kills() throws {
    let folder = try TemporaryFolder()
    let (code, text) = try run("kills", folder.path, "20", "\(UInt64.random(in: 0...9999))")
    #expect(code == 0, "\(text)")
    #expect(text.hasPrefix("20 kills"), "\(text)")
  }

  @Test("While a process has a shield on a folder, another one is refused by name and changes nothing")
  func second() throws {
    let folder = try TemporaryFolder()
    let life = folder.path + "/life"
    try FileManager.default.createDirectory(
      atPath: life, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let (code, text) = try run("second", life)
    #expect(code == 0 && text.contains("another process has a shield open on this folder"), "\(text)")
    #expect(try run("start", life).text.hasSuffix("whole\n"))
    #expect(try run("logOut", life, "0").code == 0)
    #expect(try run("start", life).text.hasSuffix("nothing\n"))
  }
}
