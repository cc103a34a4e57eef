import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(15)))
struct StateFaultTests {
  private func up(_ state: String, _ more: String...) async throws -> Program.Outcome {
    try await Program.run(["up", "--once", "--state", state, "--port", "18943"] + more)
  }

  /// Makes a state directory once; each test harms its own copy.
  private func made() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let outcome = try await up(folder.state)
    try #require(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    return folder
  }

  @Test("A half-written, swapped, exposed, newer or older file is named and nothing is overwritten")
  func harmedFiles() async throws {
    let folder = try await made()
    let key = folder.state + "/authority/server.key"
    let original = try Data(contentsOf: URL(fileURLWithPath: key))
    func expectRefusal(_ words: String, _ file: String, _ harm: () throws -> Void, _ heal: () throws -> Void)
      async throws
    {
      try harm()
      let before = try FileManager.default.subpathsOfDirectory(atPath: folder.state).sorted()
      let outcome = try await up(folder.state)
      #expect(outcome.code == 65, "\(words): \(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains(file) && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.state).sorted() == before)
      try heal()
    }
    func restore() throws {
      try original.write(to: URL(fileURLWithPath: key))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    }
    try await expectRefusal(
      "not the file that was written", "server.key",
      {
        try original.prefix(40).write(to: URL(fileURLWithPath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
      }, restore)
    try await expectRefusal(
      "missing or half-written", "server.key",
      {
        try FileManager.default.removeItem(atPath: key)
      }, restore)
    try await expectRefusal(
      "read by others", "server.key",
      {
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
      }, restore)
    let manifest = folder.state + "/state.json"
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: manifest))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: manifest)
    }
    try await expectRefusal(
      "newer version", "state.json",
      {
        try write(text.replacingOccurrences(of: "\"version\": 2", with: "\"version\": 3"))
      }, { try write(text) })
    try await expectRefusal(
      "mantlet up --fresh", "state.json",
      {
        try write(text.replacingOccurrences(of: "\"version\": 2", with: "\"version\": 1"))
      }, { try write(text) })
    try await expectRefusal(
      "missing or half-written", "state.json",
      {
        try write(String(text.prefix(60)))
      }, { try write(text) })
    let healed = try await up(folder.state)
    #expect(healed.code == 0, "\(healed.output)\(healed.errors)")
  }

  @Test("A folder that is no state directory is left alone, with --fresh too")
  func foreignFolder() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.state + "/diary.txt"))
    for more in [[], ["--fresh"]] {
      let outcome = try await Program.run(["up", "--once", "--state", folder.state, "--port", "18943"] + more)
      #expect(outcome.code == 65)
      #expect(outcome.errors.contains("no state directory"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.state) == ["diary.txt"])
  }

  @Test("--fresh makes new keys")
  func fresh() async throws {
    let folder = try await made()
    let key = URL(fileURLWithPath: folder.state + "/authority/signing.key")
    let old = try Data(contentsOf: key)
    let outcome = try await up(folder.state, "--fresh")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(try Data(contentsOf: key) != old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state"])
  }

  @Test("Keys are private: folder 0700, files 0600")
  func modes() async throws {
    let folder = try await made()
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(folder.state) == 0o700)
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.state + "/authority") {
      #expect(try mode(folder.state + "/authority/" + file) == 0o600, "\(file)")
    }
  }

  @Test("A full disk makes no half state and says so", .enabled(if: getuid() == 0, "mounting a small disk needs root"))
  func fullDisk() async throws {
    let folder = try TemporaryFolder()
    let disk = folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    func shell(_ words: String...) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    try #require(shell("mount", "-t", "tmpfs", "-o", "size=32k,mode=0700", "tmpfs", disk) == 0)
    defer { _ = try? shell("umount", disk) }
    let outcome = try await up(disk + "/state")
    #expect(outcome.code == 70, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("cannot write"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
  }
}
