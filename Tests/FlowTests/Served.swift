import Foundation
import UntrustedInput

/// A `mantlet serve` process on a state directory, and what it prints.
final class Served {
  let process: Process
  let state: String
  let port: Int
  private let output = Pipe()
  private let errorPath: String
  private(set) var text = ""

  var loopback: Loopback { Loopback(port: port) }

  /// Returns when it says where it listens.
  /// - Parameter wrapper: a program and its arguments that becomes the server.
  init(
    _ folder: TemporaryFolder, _ port: Int, _ more: [String] = ["--insecure-http"], under wrapper: [String] = []
  ) throws {
    state = folder.state
    self.port = port
    errorPath = folder.path + "/serve-errors-\(UUID().uuidString)"
    process = Process()
    let command = wrapper + [try Program.path, "serve", "--state", folder.state, "--port", "\(port)"] + more
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try Data().write(to: URL(fileURLWithPath: errorPath))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorPath))
    try process.run()
    read(until: " signer ")
    guard text.contains(" signer ") else { throw NotUp(said: text + errors) }
  }

  /// It ended before it listened: another test took its port, maybe.
  struct NotUp: Error { let said: String }

  func read(until mark: String) {
    while !text.contains(mark) {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { return }
      text += String(decoding: chunk, as: UTF8.self)
    }
  }

  var errors: String { (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "" }

  /// Its exit code.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> Int32 {
    kill(process.processIdentifier, signal)
    // What it still prints must not fill the pipe.
    while true {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      text += String(decoding: chunk, as: UTF8.self)
    }
    process.waitUntilExit()
    return process.terminationStatus
  }

  struct Tokens: Sendable {
    var app: Pair
    var user: Pair

    struct Pair: Sendable {
      var access: String
      var refresh: String
      let type: String
      let expiresIn: Int64
    }

    init?(_ node: JSONNode) {
      func pair(_ name: String) -> Pair? {
        guard let access = node[name]?["access_token"]?.string, let refresh = node[name]?["refresh_token"]?.string,
          let type = node[name]?["token_type"]?.string, let seconds = node[name]?["expires_in"]?.integer
        else { return nil }
        return Pair(access: access, refresh: refresh, type: type, expiresIn: seconds)
      }
      guard let app = pair("app"), let user = pair("user") else { return nil }
      (self.app, self.user) = (app, user)
    }
  }

  /// Both token pairs of a new device.
  func session(_ more: String..., input: String = "") async throws -> Program.Outcome {
    try await Program.run(
      [
        "device", "session", "--server", "http://127.0.0.1:\(port)", "--insecure-export-tokens", "--json", "--state",
        state,
      ]
        + more, input: input)
  }
}
