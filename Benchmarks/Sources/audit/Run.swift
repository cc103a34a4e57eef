import Foundation

/// One program over one folder, from its start to its end: what a user waits for, reading the files included. Peer and
/// house are run the same way on the same folder.
struct Run {
  let seconds: Double
  let status: Int32
  let output: String

  /// - Parameter keepsErrors: what it writes to its standard error stands among its output.
  init(_ program: URL, _ arguments: [String], keepsErrors: Bool = false) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = keepsErrors ? output : FileHandle.nullDevice
    let began = ContinuousClock.now
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    // Its output ends when it ends. Foundation looks only from time to time whether it has, which no user waits for.
    seconds = began.duration(to: .now) / .seconds(1)
    process.waitUntilExit()
    // A signal is a failure, whatever its number.
    status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    self.output = String(decoding: bytes, as: UTF8.self)
  }
}
