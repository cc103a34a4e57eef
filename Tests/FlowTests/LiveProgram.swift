import Foundation
import Testing
import UntrustedInput

/// A command that stays: what it says is read while it runs, so that a test waits for an event and not by the clock.
final class LiveProgram: Sendable {
  private let process: Process
  private let folder: TemporaryFolder
  private let input: Pipe?

  /// - Parameter isTold: whether it reads what ``tell(_:)`` says; else its input is empty.
  init(_ arguments: [String], program: String? = nil, isTold: Bool = false) throws {
    input = isTold ? Pipe() : nil
    folder = try TemporaryFolder()
    process = Process()
    let (output, errors) = (folder.path + "/out", folder.path + "/err")
    for file in [output, errors] { try Data().write(to: URL(fileURLWithPath: file)) }
    process.executableURL = URL(fileURLWithPath: try program ?? Program.path)
    process.arguments = arguments
    let files = try ProcessFiles(output: output, errors: errors)
    files.give(to: process)
    if let input { process.standardInput = input }
    try process.run()
    try files.close()
  }

  // A process that nobody ended must not outlive its test.
  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Says a line to it.
  func tell(_ line: String) throws { try input?.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  /// What it has said so far.
  var soFar: Program.Outcome {
    func text(_ name: String) -> String {
      String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))) ?? Data(), as: UTF8.self)
    }
    return Program.Outcome(
      code: process.isRunning ? -1 : process.terminationStatus, output: text("out"), errors: text("err"))
  }

  /// Waits until what it said is enough, which may take long on a busy machine.
  func wait(
    seconds: Double = 120, _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isEnough: (Program.Outcome) -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isEnough(soFar) {
      guard ContinuousClock.now < end, process.isRunning else {
        let said = soFar
        // It may have said it with its last words.
        if isEnough(said) { return }
        Issue.record("\(what) did not come: \(said.output) \(said.errors)", sourceLocation: sourceLocation)
        throw Missing()
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  struct Missing: Error {}

  /// Waits for an event of this name.
  func wait(for event: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait("the event \(event)", sourceLocation: sourceLocation) { said in
      said.objects.contains { $0["event"]?.string == event }
    }
  }

  /// Tells it to end, and waits until it has.
  func end(_ signal: Int32 = SIGTERM) async throws -> Program.Outcome {
    if process.isRunning { kill(process.processIdentifier, signal) }
    while process.isRunning { try await Task.sleep(for: .milliseconds(50)) }
    return soFar
  }
}
