import Foundation
import Testing
import UntrustedInput

/// What `up` finds when it starts: debris of killed runs, a damaged database, somebody else at work.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct StartFaultTests {
  private func up(_ state: String, _ more: String...) async throws -> Program.Outcome {
    try await Program.run(["up", "--once", "--state", state, "--port", "19143"] + more)
  }

  private func made() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let outcome = try await up(folder.state)
    try #require(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    return folder
  }

  @Test("Folders of visitors and staged trees that a killed run left are swept at the next start, and nothing else is")
  func sweep() async throws {
    let folder = try await made()
    let debris = ["device/visitor-4711/secrets", "device/visitor-x", "stage-rejectedBecauseRooted/system/xbin"]
    let kept = ["device/other-visitor", "device/own/stage-mine"]
    for path in debris + kept {
      try FileManager.default.createDirectory(
        atPath: folder.state + "/" + path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let outcome = try await up(folder.state)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.state)
    #expect(!left.contains { $0.contains("visitor-4711") || $0.contains("visitor-x") || $0.hasPrefix("stage-") })
    for path in kept { #expect(left.contains(path), "\(path)") }
  }

  @Test("A damaged database ends `up` and `serve` with 65 and its name, and is left as it was")
  func damagedDatabase() async throws {
    let folder = try await made()
    let database = URL(fileURLWithPath: folder.state + "/server/trust.sqlite")
    let junk = Data((0..<16384).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    let handle = try FileHandle(forWritingTo: database)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: junk)
    try handle.close()
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + suffix) }
    for command in [["up", "--once"], ["serve"]] {
      let outcome = try await Program.run(command + ["--state", folder.state, "--port", "19143"])
      #expect(outcome.code == 65, "\(command): \(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains("trust.sqlite is no readable database"), "\(outcome.errors)")
      #expect(try Data(contentsOf: database) == junk)
    }
  }

  @Test("A database that others may read ends with 65 and is not opened")
  func exposedDatabase() async throws {
    let folder = try await made()
    let database = folder.state + "/server/trust.sqlite"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database)
    let outcome = try await up(folder.state)
    #expect(outcome.code == 65, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("trust.sqlite has mode 0644"), "\(outcome.errors)")
  }

  @Test("--fresh on a state directory in use ends with 75 and replaces nothing")
  func freshInUse() async throws {
    let folder = try await made()
    let output = Pipe()
    let holder = try Program.start(["serve", "--state", folder.state, "--port", "19143"], output: output)
    defer {
      holder.interrupt()
      holder.waitUntilExit()
    }
    // It says where it listens when it holds the lock.
    try #require(
      String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("https://127.0.0.1:"))
    let key = URL(fileURLWithPath: folder.state + "/authority/signing.key")
    let before = try Data(contentsOf: key)
    for more in [["--fresh"], []] {
      let outcome = try await Program.run(["up", "--once", "--state", folder.state, "--port", "19143"] + more)
      #expect(outcome.code == 75, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains("another mantlet runs on"), "\(outcome.errors)")
    }
    #expect(try Data(contentsOf: key) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state"])
    #expect(holder.isRunning)
  }
}
