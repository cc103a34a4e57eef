import Foundation

/// One program over one folder, from its start to its end: what a user waits for, reading the files included. Peer and
/// house are run the same way on the same folder.
struct Run {
  let seconds: Double
  let status: Int32
  let output: String

  init(_ program: URL, _ arguments: [String], keepsOutput: Bool) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = keepsOutput ? output : FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let began = ContinuousClock.now
    try process.run()
    let bytes = keepsOutput ? output.fileHandleForReading.readDataToEndOfFile() : Data()
    process.waitUntilExit()
    seconds = began.duration(to: .now) / .seconds(1)
    // A signal is a failure, whatever its number.
    status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    self.output = String(decoding: bytes, as: UTF8.self)
  }
}
