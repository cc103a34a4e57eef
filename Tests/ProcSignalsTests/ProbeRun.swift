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

    init(line: Data) throws { self = try JSONDecoder().decode(ProbeRun.self, from: line) }
  }

#endif
