#if os(Linux)

  import AppIntegrity
  import CTracer
  import Foundation
  import ProcSignals
  import SecurityPolicy
  import Testing

  @Suite("Tracers of single threads")
  struct ThreadTracerTests {
    @Test("A tracer that holds a staged thread and not the main one is seen")
    func stagedThread() throws {
      let device = try StagedDevice()
      try device.write("/proc/self/status", "Name:\tapp\nTracerPid:\t0\nUid:\t1\t1\t1\t1\n")
      try device.write("/proc/self/task/7/status", "Name:\tapp\nTracerPid:\t0\n")
      #expect(device.signal("debug.tracerPid")?.observation == .clean)
      try device.write("/proc/self/task/8/status", "Name:\tworker\nTracerPid:\t4294967290\n")
      #expect(device.signal("debug.tracerPid")?.evidence.first == "TracerPid: 4294967290 of thread 8")
      #expect(device.assessment().debugged.word == "fails")
      try device.write("/proc/self/task/8/status", "Name:\tworker\n")
      #expect(device.signal("debug.tracerPid")?.observation == .unavailable)
    }

    @Test("A debugger that holds one thread of a running process, and not its first, is seen")
    func realThread() throws {
      let process = Process()
      process.executableURL = try ProbeRun.executable
      process.arguments = ["threads", "1"]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      defer { process.waitUntilExit() }
      defer { try? input.fileHandleForWriting.close() }
      func ask() throws -> ProbeRun {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        var line = Data()
        while line.last != 10 {
          guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { break }
          line += byte
        }
        return try ProbeRun(line: line)
      }
      #expect(try ask().debugged == "holds")
      let main = process.processIdentifier
      let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(main)/task").compactMap { Int32($0) }
      let thread = try #require(threads.first { $0 != main })
      let hold = Pipe()
      let holding = hold.fileHandleForReading.fileDescriptor
      let detached = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = mantlet_trace_process_until(thread, holding)
        detached.signal()
      }
      var told: String?
      // It attaches in its own time, and then holds until it is told to go.
      while told == nil, detached.wait(timeout: .now()) == .timedOut {
        told = try ask().evidence.first { $0.contains("of thread") }
      }
      #expect(told?.contains("of thread \(thread)") == true)
      try hold.fileHandleForWriting.close()
      if told != nil { detached.wait() }
      #expect(try ask().debugged == "holds")
    }
  }

#endif
