import Foundation
import UntrustedInput

/// A `mantlet device …` process: a real client of the SDK, apart from the server's process. It ends when its standard
/// input closes, so a killed parent leaves none behind.
final class DeviceProcess: @unchecked Sendable {
  // @unchecked: `process` is started once in `init` and afterwards only asked to end, which Foundation allows from any
  // thread; the pipes are used by one reader each.
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// - Parameter firstLine: what the process reads first on its standard input; a secret may go here, never in
  ///   `arguments`, which other users can read.
  init(arguments: [String], firstLine: String = "") throws {
    process.executableURL = URL(fileURLWithPath: try Self.ownPath())
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((firstLine + "\n").utf8))
  }

  var identifier: Int32 { process.processIdentifier }

  /// The lines that it prints, until it ends.
  func lines() -> AsyncStream<String> {
    let handle = output.fileHandleForReading
    return AsyncStream { continuation in
      Thread.detachNewThread {
        var pending: [UInt8] = []
        while let chunk = Descriptor.read(handle.fileDescriptor, upTo: 1 << 16), !chunk.isEmpty {
          pending += chunk
          while let end = pending.firstIndex(of: 10) {
            continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
            pending.removeSubrange(...end)
          }
        }
        continuation.finish()
      }
    }
  }

  /// The steps that it prints; lines that are none are passed over.
  func steps() async -> [Step] {
    var steps: [Step] = []
    for await line in lines() {
      if let node = try? JSONReader().read(Array(line.utf8)), let step = Step(node: node) { steps.append(step) }
    }
    return steps
  }

  /// Closes its standard input, waits for its end and returns its exit code.
  @discardableResult
  func finish() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// This program's own file, found by the system and not by `argv[0]`.
  static func ownPath() throws -> String {
    #if os(Linux)
      return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      guard let path = Bundle.main.executablePath else { throw CocoaError(.fileNoSuchFile) }
      return path
    #endif
  }
}
