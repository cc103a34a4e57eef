import Foundation
import Glibc
import LoopbackPort
import Testing

/// `mantlet pin HOST` where the server was reached and showed no certificate: the words say what happened and what can be
/// done, and it ends in time.
@Suite(.timeLimit(.minutes(15)))
struct PinProbeTests {
  /// A port that takes connections, if only the kernel does, and of which nothing is ever read.
  private final class DeafPort {
    let port: UInt16
    private let socket: Int32

    /// - Parameter words: said to the first that comes; without them nobody is even accepted.
    init(saying words: String? = nil) throws {
      let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      self.socket = socket
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, size) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &size) == 0
        }
      }
      port = UInt16(bigEndian: address.sin_port)
      try #require(isBound && port != 0)
      guard let words else { return }
      Thread.detachNewThread {
        let client = accept(socket, nil, nil)
        _ = words.withCString { write(client, $0, strlen($0)) }
      }
    }

    deinit { close(socket) }
  }

  /// What is said of OpenSSL as a server with these options, and what it printed.
  private func outcome(_ path: String, _ options: [String]) async throws -> (shown: Program.Outcome, printed: String) {
    let port = try LoopbackPort.free()
    let server = Process()
    server.executableURL = URL(fileURLWithPath: PinCommandTests.openssl)
    server.arguments =
      ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", path + ".pem", "-key", path + ".key"] + options
    try Data().write(to: URL(fileURLWithPath: path + ".log"))
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".log"))
    server.standardInput = Pipe()
    (server.standardOutput, server.standardError) = (log, log)
    try server.run()
    // s_server inherits a mask that holds SIGTERM back.
    defer { kill(server.processIdentifier, SIGKILL) }
    func printed() throws -> String { try String(contentsOfFile: path + ".log", encoding: .utf8) }
    while try !printed().contains("ACCEPT") {
      try #require(server.isRunning)
      try await Task.sleep(for: .milliseconds(3))
    }
    return (try await Program.run(["pin", "localhost:\(port)"], endAfter: 120), try printed())
  }

  @Test(
    "A server with a key on P-224 alone was reached, and is said to need another key; its pin can be had from its file",
    .enabled(if: PinCommandTests.canAsk, PinCommandTests.noOracle))
  func foreignKey() async throws {
    let folder = try TemporaryFolder()
    let path = try PinCommandTests.certificate("P-224", folder)
    let (shown, printed) = try await outcome(path, ["-tls1_2", "-cipher", "ALL:@SECLEVEL=0"])
    #expect(printed.contains("no shared cipher"))
    #expect(shown.code == 65 && shown.output.isEmpty)
    #expect(shown.errors.contains("was reached, and the TLS handshake ended before a certificate came"))
    for advice in ["P-256, P-384, P-521", "mantlet pin ./FILE"] { #expect(shown.errors.contains(advice)) }
    let file = try await Program.run(["pin", path + ".pem"])
    let pin = try PinCommandTests.pin(path)
    #expect(file.code == 0 && file.output == pin + "\n", "\(file.errors)")
  }

  @Test(
    "A server with TLS 1.1 alone was reached, and is said to need a newer version",
    .enabled(if: PinCommandTests.canAsk, PinCommandTests.noOracle))
  func oldVersion() async throws {
    let folder = try TemporaryFolder()
    let path = try PinCommandTests.certificate("P-256", folder)
    let (shown, _) = try await outcome(path, ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
    #expect(shown.code == 65 && shown.errors.contains("was reached and speaks no TLS 1.2 or 1.3"), "\(shown.errors)")
  }

  @Test("A server that takes the connection and never speaks is left after the time that was given, and that is said")
  func silent() async throws {
    let deaf = try DeafPort()
    let shown = try await Program.run(["pin", "localhost:\(deaf.port)", "--timeout", "1"], endAfter: 120)
    #expect(shown.code == 75 && shown.output.isEmpty)
    #expect(shown.errors.contains("took the connection and showed no certificate within 1 s"), "\(shown.errors)")
    #expect(shown.errors.contains("--timeout SECONDS"))
    for wrong in ["0", "3601", "-1"] {
      #expect(try await Program.run(["pin", "localhost:\(deaf.port)", "--timeout=\(wrong)"], endAfter: 120).code == 64)
    }
  }

  @Test("A server of mail was reached, and the port of https is asked for")
  func noTLS() async throws {
    let deaf = try DeafPort(saying: "220 mail ready\r\n")
    let shown = try await Program.run(["pin", "localhost:\(deaf.port)"], endAfter: 120)
    #expect(shown.code == 65 && shown.errors.contains("was reached and does not speak TLS"), "\(shown.errors)")
  }
}
