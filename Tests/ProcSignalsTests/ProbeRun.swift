#if os(Linux)

  import Foundation
  import Testing

  /// One line that the probe process printed about itself.
  struct ProbeRun: Decodable {
    let rooted: String
    let hooked: String
    let debugged: String
    let detected: [String]
    let unavailable: [String]
    let reasons: [String]
    let evidence: [String]
    let milliseconds: Double
    let kernel: String?

    /// Built beside the test bundle.
    static var executable: URL {
      get throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: own).deletingLastPathComponent().appending(path: "ProbeProcess")
      }
    }

    /// Runs it to its end. Its environment is exactly `environment`.
    init(_ arguments: String..., environment: [String: String] = [:]) throws {
      let process = Process()
      process.executableURL = try Self.executable
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LD_PRELOAD" }
        .merging(environment) { $1 }
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      self = try JSONDecoder().decode(ProbeRun.self, from: data)
    }

    /// Whether it ends well, for what is not possible everywhere.
    static func succeeds(_ argument: String, environment: [String: String] = [:]) -> Bool {
      let process = Process()
      process.executableURL = try? executable
      process.arguments = [argument]
      process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LD_PRELOAD" }
        .merging(environment) { $1 }
      return succeeds(process)
    }

    /// Runs a program in silence.
    static func succeeds(_ process: Process) -> Bool {
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }

    /// Whether a program may become another user here, and open files about itself as that one.
    static let canBecomeOther = succeeds("other")

    /// Whether code of files in the folder for temporary ones may run.
    static let canRunCopies: Bool = {
      let copy = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID().uuidString).so")
      defer { try? FileManager.default.removeItem(at: copy) }
      return succeeds("copy", environment: ["PROBE_COPY": copy.path])
    }()

    init(line: Data) throws { self = try JSONDecoder().decode(ProbeRun.self, from: line) }
  }

#endif
