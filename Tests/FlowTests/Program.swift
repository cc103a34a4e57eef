import Foundation
import UntrustedInput

/// Runs the real `mantlet` binary that was built beside the tests, each time in a process of its own.
enum Program {
  struct Outcome: Sendable {
    let code: Int32
    let output: String
    let errors: String

    /// The JSON objects among the lines.
    var objects: [JSONNode] {
      output.split(separator: "\n").compactMap { try? JSONReader().read(Array($0.utf8)) }
    }
  }

  static var path: String {
    get throws {
      let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: here).deletingLastPathComponent().appendingPathComponent("mantlet").path
    }
  }

  static func start(_ arguments: [String], input: Pipe? = nil, output: Any? = nil) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path)
    process.arguments = arguments
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs to the end. Output goes through files, so that nothing can block on a full pipe.
  ///
  /// - Parameters:
  ///   - environment: added to this process's own.
  ///   - seconds: after which SIGTERM ends it; for commands that stay.
  ///   - program: another build of it.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], endAfter seconds: Double? = nil,
    program: String? = nil
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let output = folder.path + "/out"
    let errors = folder.path + "/err"
    let inputFile = folder.path + "/in"
    for file in [output, errors] { try Data().write(to: URL(fileURLWithPath: file)) }
    try Data(input.utf8).write(to: URL(fileURLWithPath: inputFile))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try program ?? path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let files = try ProcessFiles(input: inputFile, output: output, errors: errors)
    files.give(to: process)
    let ended = AsyncStream<Void> { continuation in
      process.terminationHandler = { _ in continuation.finish() }
    }
    try process.run()
    try files.close()
    // A test that expects an end and gets none must not wait for ever.
    let ending = Task {
      guard let seconds else { return }
      try await Task.sleep(for: .seconds(seconds))
      kill(process.processIdentifier, SIGTERM)
    }
    for await _ in ended {}
    ending.cancel()
    return Outcome(
      code: process.terminationStatus, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }
}

/// The files that a process reads and writes. On Linux, Foundation keeps them open after the process has ended; with
/// more than a thousand of them it reads past the end of a page when it starts the next one
/// (`findMaximumOpenFromProcSelfFD` copies directory entries at their full length).
struct ProcessFiles {
  private let input, output, errors: FileHandle

  /// - Parameter input: nothing is read without one.
  init(input: String? = nil, output: String, errors: String) throws {
    self.input = try FileHandle(forReadingFrom: URL(fileURLWithPath: input ?? "/dev/null"))
    self.output = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    self.errors = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
  }

  func give(to process: Process) {
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
  }

  /// Once the process runs, it has its own.
  func close() throws { for file in [input, output, errors] { try file.close() } }
}

/// A folder that ends with its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/mantlet-flow-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var state: String { path + "/state" }
}
