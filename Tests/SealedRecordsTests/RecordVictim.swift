#if Records && os(Linux)
  import Foundation
  import Testing

  /// A process that works on a record file, and what it says: see `RecordProcess`.
  final class RecordVictim {
    /// How often processes are killed where a soak asks for more; nil for what is enough for a test.
    static let asked = Int(ProcessInfo.processInfo.environment["MANTLET_SOAK_RECORDS"] ?? "")
    static let minutes = asked ?? 0 > 15 ? 240 : 5

    static var program: String {
      ProcessInfo.processInfo.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/RecordProcess"
    }

    private let process: Process
    private let output: FileHandle
    private var heard: [UInt8] = []

    init(_ arguments: [String], program: String = RecordVictim.program, input: Pipe? = nil) throws {
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardOutput = pipe
      if let input { process.standardInput = input }
      try process.run()
      self.process = process
      output = pipe.fileHandleForReading
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private var text: String { String(decoding: heard, as: UTF8.self) }

    /// Without a line that was cut.
    private var lines: [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Hears more; false where there is no more to come.
    private func hear() -> Bool {
      let bytes = output.availableData
      heard += bytes
      return !bytes.isEmpty
    }

    /// Listens to so many bytes, or to all that it says before it ends by itself.
    func listen(bytes wanted: Int) {
      while heard.count < wanted, hear() {}
    }

    /// Listens until it has said enough, or ends by itself.
    func listen(until isEnough: ([String]) -> Bool) {
      while !isEnough(lines), hear() {}
    }

    /// Kills it after any time up to this one.
    ///
    /// - Returns: what it said. A line that was cut is no promise.
    @discardableResult
    func end(within span: Duration = .zero) -> [String] {
      if span > .zero { usleep(UInt32.random(in: 0...UInt32(max(span / Duration.microseconds(1), 1)))) }
      kill(process.processIdentifier, SIGKILL)
      heard += output.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal, "it ended by itself: \(text)")
      return lines
    }

    /// Waits until it ends by itself.
    ///
    /// - Returns: its code, nil where a signal ended it, and what it said.
    func finish() -> (code: Int32?, said: [String]) {
      heard += output.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationReason == .exit ? process.terminationStatus : nil, lines)
    }

    // MARK: what another process finds

    /// Has another process look: 0 when every promise was kept and the file is sound.
    ///
    /// - Parameters:
    ///   - round: of the last process that opened it.
    ///   - kills: how many processes were killed, each of which may have left a key behind; nil where keys do not count.
    static func judge(
      _ place: Place, round: Int, _ promises: [String], kills: Int? = nil
    ) throws -> (code: Int32?, said: [String]) {
      let input = Pipe()
      let check = try RecordVictim(
        ["check", place.root, "\(round)"] + (kills.map { ["\($0)"] } ?? []), input: input)
      input.fileHandleForWriting.write(Data(promises.joined(separator: "\n").utf8))
      try input.fileHandleForWriting.close()
      return check.finish()
    }

    static func check(_ place: Place, round: Int, _ promises: [String], kills: Int? = nil) throws {
      let (code, said) = try judge(place, round: round, promises, kills: kills)
      #expect(code == 0, "round \(round): \(said)")
    }
  }
#endif
