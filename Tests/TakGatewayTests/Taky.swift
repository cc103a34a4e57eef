import Foundation
import LoopbackPort
import NetworkTrust
import TakGateway
import Testing

/// A real TAK server of its own: taky, from PyPI, on loopback with mutual TLS, its authority made by its own tool.
final class Taky: Sendable {
  struct Failed: Error { let output: String }

  static let python = ProcessInfo.processInfo.environment["MANTLET_PYTHON"] ?? "python3"

  /// Whether this machine has taky; not having it is a failure where `MANTLET_REQUIRE_TOOLS` is set.
  static let isMissing: Bool = {
    let found = (try? run([python, "-c", "import taky"]).code) == 0
    if !found { print("skipping: TAK servers: no taky (pip install -r Tests/Python/requirements.txt)") }
    return !found && ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == nil
  }()

  let folder: URL
  let port: UInt16
  private let server = Process()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "taky-" + UUID().uuidString)
    port = try LoopbackPort.free()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try tool(["setup", "--host", "tak.example", "--bind-ip", "127.0.0.1", "--public-ip", "127.0.0.1", "site"])
    let file = folder.appending(path: "site/taky.conf")
    let text = try String(contentsOf: file, encoding: .utf8).replacing("port = 8089", with: "port = \(port)")
    try Data(text.utf8).write(to: file)
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = [Self.python, "-m", "taky.cot", "-c", "taky.conf"]
    server.currentDirectoryURL = folder.appending(path: "site")
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    var tries = 0
    while try Self.run([Self.python, "-c", "import socket; socket.create_connection(('127.0.0.1', \(port)), 1)"]).code
      != 0
    {
      tries += 1
      guard tries < 40, server.isRunning else { throw Failed(output: "taky does not listen") }
    }
  }

  /// A package that taky's own tool made.
  func package(of user: String, isITAK: Bool = false) throws -> [UInt8] {
    try tool(["-c", "site/taky.conf", "build_client"] + (isITAK ? ["--is_itak"] : []) + [user])
    return try Array(Data(contentsOf: folder.appending(path: user + ".zip")))
  }

  func ban(_ user: String) throws { try tool(["-c", "taky.conf", "kickban", user], in: "site") }

  func end() {
    if server.isRunning {
      server.terminate()
      server.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private func tool(_ arguments: [String], in place: String? = nil) throws {
    let outcome = try Self.run(
      [Self.python, "-m", "taky.cli"] + arguments, in: place.map { folder.appending(path: $0) } ?? folder)
    guard outcome.code == 0 else { throw Failed(output: outcome.output) }
  }

  @discardableResult
  static func run(_ arguments: [String], in folder: URL? = nil) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
