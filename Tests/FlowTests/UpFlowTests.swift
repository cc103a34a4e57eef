import Foundation
import Testing
import UntrustedInput

@Suite(.serialized, .timeLimit(.minutes(15)))
struct UpFlowTests {
  private static let refusals = [
    "report changed in flight": "signatureInvalid", "same report sent twice": "replayed",
    "OS below the minimum": "osVersionTooLow", "rooted device tree": "rejectedBecauseRooted",
    "process under a debugger": "rejectedBecauseHooked", "request without a token": "tokenMissing",
    "server with another certificate": "pinMismatch",
  ]

  @Test("`up --once` tells the whole story twice, every refusal with its code, and keeps key and records")
  func twice() async throws {
    let folder = try TemporaryFolder()
    let first = try await Program.run(["up", "--once", "--json", "--state", folder.state, "--port", "18443"])
    #expect(first.code == 0, "\(first.output)\(first.errors)")
    let codes = Dictionary(
      first.objects.filter { $0["chapter"]?.string == "refusal" }.map { ($0["step"]?.string, $0["code"]?.string) },
      uniquingKeysWith: { left, _ in left })
    for (step, code) in Self.refusals { #expect(codes[step] == code, "\(step)") }
    let second = try await Program.run(["up", "--once", "--json", "--state", folder.state, "--port", "18443"])
    #expect(second.code == 0, "\(second.output)\(second.errors)")
    #expect(Self.fact("key", first) == Self.fact("key", second))
    #expect(Self.fact("sleep log at rest", second)?.contains("6 kept") == true)
  }

  @Test("Killing everything at any moment loses no key and no entry")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let before = try await Program.run(["up", "--once", "--json", "--state", folder.state, "--port", "18543"])
    #expect(before.code == 0, "\(before.output)\(before.errors)")
    var kept = try #require(Self.kept(before))
    for delay in [150, 400, 650, 900, 1200] {
      let process = try Program.start(["up", "--once", "--json", "--state", folder.state, "--port", "18543"])
      try await Task.sleep(for: .milliseconds(delay))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let after = try await Program.run(["up", "--once", "--json", "--state", folder.state, "--port", "18543"])
      #expect(after.code == 0, "killed after \(delay) ms: \(after.output)\(after.errors)")
      #expect(Self.fact("key", after) == Self.fact("key", before))
      let now = try #require(Self.kept(after))
      // The killed run may have added up to three; the run after it added three.
      #expect((kept + 3...kept + 6).contains(now), "killed after \(delay) ms")
      kept = now
    }
  }

  @Test("A device that is killed in the middle is no success, and the next run continues")
  func deviceKilled() async throws {
    let folder = try TemporaryFolder()
    let output = Pipe()
    let process = try Program.start(
      ["up", "--once", "--json", "--state", folder.state, "--port", "18593"], output: output)
    var text = ""
    // The device's own line of life: it has just printed its first step.
    while !text.contains("\"step\":\"TrustServer up\"") {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      text += String(decoding: chunk, as: UTF8.self)
    }
    var victim: Int32?
    while victim == nil && process.isRunning { victim = Self.child(of: process.processIdentifier) }
    kill(try #require(victim), SIGKILL)
    while true {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let after = try await Program.run(["up", "--once", "--json", "--state", folder.state, "--port", "18593"])
    #expect(after.code == 0, "\(after.output)\(after.errors)")
  }

  /// The first process whose parent this is.
  private static func child(of parent: Int32) -> Int32? {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(Int32.init).first { process in
      let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      return stat.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(parent)"
    }
  }

  @Test("A port in use is passed over, and the one taken is printed")
  func portInUse() async throws {
    let folder = try TemporaryFolder()
    let output = Pipe()
    let holder = try Program.start(
      ["serve", "--state", folder.path + "/first", "--port", "18643"], output: output)
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(line.contains("https://127.0.0.1:18643"))
    let other = try await Program.run(["up", "--once", "--state", folder.state, "--port", "18643"])
    #expect(other.code == 0, "\(other.output)\(other.errors)")
    #expect(other.output.contains("https://127.0.0.1:18644"))
    holder.interrupt()
    holder.waitUntilExit()
    #expect(holder.terminationStatus == 0)
  }

  @Test("Ctrl-C ends `up` and leaves no process behind")
  func interrupted() async throws {
    let folder = try TemporaryFolder()
    let output = Pipe()
    let process = try Program.start(["up", "--state", folder.state, "--port", "18743"], output: output)
    var text = ""
    while !text.contains("Events:") {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      text += String(decoding: chunk, as: UTF8.self)
    }
    let resident = try #require(text.firstMatch(of: /--attach (\d+)/).flatMap { Int32($0.output.1) })
    #expect(kill(resident, 0) == 0)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(kill(resident, 0) != 0)
  }

  @Test("The three attacks that `up` shows are reported as they happen")
  func liveAttacks() async throws {
    let folder = try TemporaryFolder()
    let output = Pipe()
    let process = try Program.start(["up", "--state", folder.state, "--port", "18843"], output: output)
    defer {
      process.interrupt()
      process.waitUntilExit()
    }
    var text = ""
    func read(until mark: String) {
      while !text.contains(mark) {
        let chunk = output.fileHandleForReading.availableData
        if chunk.isEmpty { return }
        text += String(decoding: chunk, as: UTF8.self)
      }
    }
    read(until: "Events:")
    let shown = text.split(separator: "\n").filter {
      $0.hasPrefix("  '") || $0.hasPrefix("  sudo") || $0.hasPrefix("  curl")
    }.map(String.init)
    try #require(shown.count == 3)
    text = ""
    let shell = { (line: String) throws in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", line]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
    }
    try shell(shown[0])
    read(until: "rejectedBecauseHooked")
    #expect(text.contains("rejectedBecauseHooked"))
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") else {
      #expect(ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == nil, "curl is required here")
      return
    }
    try shell(shown[1])
    read(until: "replayed")
    #expect(text.contains("replayed"))
    try shell(shown[2])
    read(until: "tokenInvalid")
    #expect(text.contains("tokenInvalid"))
  }

  private static func fact(_ step: String, _ outcome: Program.Outcome) -> String? {
    outcome.objects.first { $0["step"]?.string == step }?["fact"]?.string
  }

  private static func kept(_ outcome: Program.Outcome) -> Int? {
    fact("sleep log at rest", outcome)?.firstMatch(of: /(\d+) kept/).flatMap { Int($0.output.1) }
  }
}
