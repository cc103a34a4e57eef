import Foundation
import Testing
import UntrustedInput

/// Commands that are printed, or written down elsewhere, are those that work.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct PrintedCommandTests {
  @Test("The printed attacks are one shell word each where they must be, whatever the state directory is called")
  func quoting() async throws {
    let folder = try TemporaryFolder()
    let state = folder.path + "/it's \"$HOME\" `id`; # *"
    let output = Pipe()
    let process = try Program.start(["up", "--json", "--state", state, "--port", "19243"], output: output)
    defer {
      process.interrupt()
      process.waitUntilExit()
    }
    var text = ""
    while text.split(separator: "\n").count(where: { $0.contains("\"attack\"") }) < 3 {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      text += String(decoding: chunk, as: UTF8.self)
    }
    let commands = text.split(separator: "\n").compactMap { line in
      (try? JSONReader().read(Array(line.utf8)))?["command"]?.string
    }
    try #require(commands.count == 3, "\(text)")
    let words = try commands.map(Self.words)
    #expect(words[0].suffix(7).dropLast(3) == [try Program.path, "device", "trace", "--attach"])
    for (line, kind) in [(words[1], "replay.form"), (words[2], "changed.headers")] {
      #expect(line.contains(state + "/authority/ca.pem"), "\(line)")
      #expect(line.contains("@" + state + "/attacks/" + kind), "\(line)")
      #expect(line.first == "curl" && FileManager.default.fileExists(atPath: state + "/attacks/" + kind))
    }
  }

  /// The words that a shell makes of a line.
  private static func words(_ line: String) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "for word in \(line); do printf '%s\\0' \"$word\"; done"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
  }

  @Test("Both commands of Scripts/bench still do what it measures")
  func bench() async throws {
    let script = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scripts/bench"), encoding: .utf8)
    let folder = try TemporaryFolder()
    let lines = script.matches(of: /\[(?:program|built\("mantlet"\)), ("[^\]]*)\]/).map { match in
      match.output.1.split(separator: ", ").map { word in
        word == "state" ? folder.state : word.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
      }
    }
    #expect(lines.map(\.first) == ["up", "check"])
    for line in lines {
      let port = line.first == "up" ? ["--port", "19343"] : []
      let outcome = try await Program.run(line + port, input: "\n")
      #expect(outcome.code == 0 || line.first == "check" && outcome.code == 2, "\(line): \(outcome.errors)")
      // bench reads one line at start and one for each newline.
      if line.first == "check" { #expect(outcome.output.split(separator: "\n").count == 2) }
    }
  }
}
