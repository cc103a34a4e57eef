public import Foundation
import LoopbackPort
import Synchronization

/// A real TAK server of its own: taky, from PyPI, on loopback with mutual TLS, its authority made by its own tool.
public final class Taky: Sendable {
  struct Failed: Error { let output: String }

  public static let python = ProcessInfo.processInfo.environment["MANTLET_PYTHON"] ?? "python3"

  public let folder: URL
  public let port: UInt16
  private let server: Mutex<Process>

  /// Whether this machine has taky and pytak; not having them is a failure where `MANTLET_REQUIRE_TOOLS` is set.
  public static let isMissing: Bool = {
    let found = (try? runBlocking([python, "-c", "import taky, pytak"]).code) == 0
    if !found { print("skipping: TAK servers: no taky or pytak (pip install -r Tests/Python/requirements.txt)") }
    return !found && ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == nil
  }()

  /// - Parameters:
  ///   - isPlain: without TLS.
  ///   - known: users whose packages are made before it starts: only their certificates can be revoked, for taky reads
  ///     its list of certificates once.
  public static func start(isPlain: Bool = false, known: [String] = []) async throws -> Taky {
    let folder = FileManager.default.temporaryDirectory.appending(path: "taky-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let port = try LoopbackPort.free()
    try await tool(
      ["setup", "--host", "tak.example", "--bind-ip", "127.0.0.1", "--public-ip", "127.0.0.1", "site"], in: folder)
    let file = folder.appending(path: "site/taky.conf")
    var text = try String(contentsOf: file, encoding: .utf8).replacing("port = 8089", with: "port = \(port)")
    if isPlain { text = text.replacing("[ssl]\nenabled = true", with: "[ssl]\nenabled = false") }
    try Data(text.utf8).write(to: file)
    for user in known { try await tool(["-c", "site/taky.conf", "build_client", user], in: folder) }
    let taky = Taky(folder: folder, port: port, server: try launch(in: folder))
    do { try await untilListening(on: port) } catch {
      taky.end()
      throw error
    }
    return taky
  }

  private static func launch(in folder: URL) throws -> Process {
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = [Self.python, "-m", "taky.cot", "-c", "taky.conf"]
    server.currentDirectoryURL = folder.appending(path: "site")
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    return server
  }

  /// Ends it and starts it again on the same port: all connections break.
  public func restart() async throws {
    server.withLock { $0.kill() }
    let new = try Self.launch(in: folder)
    server.withLock { $0 = new }
    try await Self.untilListening(on: port)
  }

  /// Returns when somebody takes connections on this port.
  public static func untilListening(on port: UInt16) async throws {
    let probe = """
      import socket, sys, time
      for _ in range(300):
          try: socket.create_connection(('127.0.0.1', \(port)), 1); sys.exit(0)
          except OSError: time.sleep(0.1)
      sys.exit(1)
      """
    guard try await run([python, "-c", probe]).code == 0 else { throw Failed(output: "nobody listens") }
  }

  private init(folder: URL, port: UInt16, server: Process) {
    (self.folder, self.port) = (folder, port)
    self.server = Mutex(server)
  }

  /// A package that taky's own tool made.
  public func package(of user: String, isITAK: Bool = false) async throws -> [UInt8] {
    let file = folder.appending(path: user + ".zip")
    if !FileManager.default.fileExists(atPath: file.path) {
      try await Self.tool(
        ["-c", "site/taky.conf", "build_client"] + (isITAK ? ["--is_itak"] : []) + [user], in: folder)
    }
    return try Array(Data(contentsOf: file))
  }

  public func ban(_ user: String) async throws {
    try await Self.tool(["-c", "taky.conf", "kickban", user], in: folder.appending(path: "site"))
  }

  /// Ends at once: taky takes its time with SIGTERM while clients are connected.
  public func end() {
    server.withLock { $0.kill() }
    try? FileManager.default.removeItem(at: folder)
  }

  private static func tool(_ arguments: [String], in folder: URL) async throws {
    let outcome = try await run([python, "-m", "taky.cli"] + arguments, in: folder)
    guard outcome.code == 0 else { throw Failed(output: outcome.output) }
  }

  /// Runs to the end; no thread waits.
  @discardableResult
  public static func run(_ arguments: [String], in folder: URL? = nil) async throws -> (code: Int32, output: String) {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let call = try Call(arguments, in: folder) { end.finish() }
    for await _ in ended {}
    return try call.outcome()
  }

  /// For what is made once, before the tests.
  public static func runBlocking(_ arguments: [String]) throws -> (code: Int32, output: String) {
    let ended = DispatchSemaphore(value: 0)
    let call = try Call(arguments, in: nil) { ended.signal() }
    ended.wait()
    return try call.outcome()
  }

  /// A process whose output goes through a file, so that nothing can block on a full pipe.
  private struct Call {
    private let process = Process()
    private let file = FileManager.default.temporaryDirectory.appending(path: "output-" + UUID().uuidString)

    init(_ arguments: [String], in folder: URL?, atEnd: @escaping @Sendable () -> Void) throws {
      try Data().write(to: file)
      let output = try FileHandle(forWritingTo: file)
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      process.terminationHandler = { _ in atEnd() }
      try process.run()
    }

    func outcome() throws -> (code: Int32, output: String) {
      defer { try? FileManager.default.removeItem(at: file) }
      return (process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
  }
}

extension Process {
  /// Returns when it is gone.
  fileprivate func kill() {
    Foundation.kill(processIdentifier, SIGKILL)
    waitUntilExit()
  }
}
