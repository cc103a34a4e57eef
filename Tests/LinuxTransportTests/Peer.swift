#if LinuxClient
  import ChainSamples
  import Foundation
  import Glibc
  import Testing

  /// A program of the system that serves on loopback, and all that it said; ended with the test.
  final class Peer {
    static let openssl = path(of: "openssl")
    static let nginx = path(of: "nginx")
    /// A missing program is a skip with its name, and a failure where tools are required.
    static func isUsable(_ program: String?) -> Bool {
      program != nil || ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == "1"
    }

    let folder: String
    private let process = Process()
    private let said: FileHandle
    private let input = Pipe()

    /// - Parameter files: written into a folder of the peer's own, which is its working directory.
    /// - Parameter environment: what stands in it beside this process's own; `FOLDER` in a value is the peer's folder.
    init(
      _ program: String?, _ arguments: [String], files: [String: String], environment: [String: String] = [:]
    ) throws {
      folder = NSTemporaryDirectory() + "peer-\(UInt64.random(in: 0 ... .max))"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
      try Data().write(to: URL(fileURLWithPath: folder + "/said"))
      said = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/said"))
      process.executableURL = URL(fileURLWithPath: try #require(program))
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      let place = folder
      process.environment = ProcessInfo.processInfo.environment.merging(
        environment.mapValues { $0.replacing("FOLDER", with: place) }
      ) { $1 }
      // A pipe that nobody closes: at its end OpenSSL's server would leave.
      process.standardInput = input
      (process.standardOutput, process.standardError) = (said, said)
      try process.run()
    }

    deinit { end() }

    /// Ends the process; what it said can be read for good.
    func end() {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      try? FileManager.default.removeItem(atPath: folder)
    }

    var output: String { text("said") }

    /// Hands the program these lines, as from a keyboard.
    func type(_ lines: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8)) }

    func text(_ file: String) -> String {
      String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))) ?? Data(), as: UTF8.self)
    }

    /// Returns when the condition holds; what another process does has no other signal.
    func wait(until condition: () -> Bool) async throws {
      let end = ContinuousClock.now + .seconds(90)
      while !condition() {
        try #require(ContinuousClock.now < end && process.isRunning, "the peer said: \(output)")
        try await Task.sleep(for: .milliseconds(3))
      }
    }

    /// `openssl s_server` on a port of the kernel's choice.
    static func opensslServer(
      _ chain: FaultyChain, _ options: [String] = [], files: [String: String] = [:]
    ) async throws -> (peer: Peer, port: UInt16) {
      let issuers = chain.presented.dropFirst()

      let peer = try Peer(
        openssl,
        [
          "s_server", "-accept", "127.0.0.1:0", "-cert", "leaf.pem", "-key", "key.pem", "-cipher", "ALL:@SECLEVEL=0",
        ] + (issuers.isEmpty ? [] : ["-cert_chain", "issuers.pem"]) + options,
        files: files.merging([
          "leaf.pem": FaultyChain.pem(chain.presented.prefix(1)), "issuers.pem": FaultyChain.pem(issuers),
          "key.pem": chain.keyPEM,
        ]) { one, _ in one })
      var port: UInt16?
      try await peer.wait {
        port = peer.output.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last
          .flatMap { UInt16($0) }
        return port != nil
      }
      return (peer, try #require(port))
    }

    private static func path(of program: String) -> String? {
      ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/"].map { $0 + program }.first { access($0, X_OK) == 0 }
    }
  }
#endif
