import Foundation
import LoopbackPort
import Testing
import UntrustedInput

/// `mantlet mesh run`: real processes on the loopback interface.
@Suite(.timeLimit(.minutes(15)))
struct MeshRunFlowTests {
  /// A private file with a random key in the seed's form.
  private static func key(_ name: String, in folder: TemporaryFolder) throws -> String {
    let path = "\(folder.path)/\(name)"
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    let text = Data("takcan-mesh-psk://\(Base64URL.encode(bytes))\n".utf8)
    #expect(FileManager.default.createFile(atPath: path, contents: text, attributes: [.posixPermissions: 0o600]))
    return path
  }

  private static func events(_ name: String, of outcome: Program.Outcome) -> [JSONNode] {
    outcome.objects.filter { $0["event"]?.string == name }
  }

  private static func node(_ key: String, _ name: String, _ arguments: [String]) async throws -> Program.Outcome {
    try await Program.run(
      [
        "mesh", "run", "--psk", key, "--insecure-unconfirmed-key", "--callsign", name, "--say", "I am \(name)",
        "--json",
      ] + arguments)
  }

  /// A group of its own, so that other tests' nodes are not met.
  private static func group() throws -> String { "239.2.3.1:\(try LoopbackPort.free())" }

  @Test func `Two processes talk through a multicast group; a third with another key is shown and gets nothing`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (ours, other) = (try Self.key("ours", in: folder), try Self.key("other", in: folder))
    let multicast = ["--interface", "lo", "--group", try Self.group()]
    func node(_ key: String, _ name: String) throws -> LiveProgram {
      try LiveProgram(
        [
          "mesh", "run", "--psk", key, "--insecure-unconfirmed-key", "--callsign", name, "--say", "I am \(name)",
          "--json", "--seconds", "200",
        ] + multicast)
    }
    let (stranger, first, second) = (try node(other, "mallory"), try node(ours, "alpha"), try node(ours, "bravo"))
    for node in [first, second] { try await node.wait(for: "message") }
    try await stranger.wait("that another key is near") { said in
      Self.events("notice", of: said).contains { $0["text"]?.string?.contains("another key") == true }
    }
    let ended = (try await first.end(), try await second.end(), try await stranger.end())
    #expect((ended.0.code, ended.1.code, ended.2.code) == (0, 0, 0))
    #expect(Self.events("message", of: ended.0).map { $0["text"]?.string } == ["I am bravo"])
    #expect(Self.events("message", of: ended.1).map { $0["text"]?.string } == ["I am alpha"])
    #expect(Self.events("message", of: ended.1).first?["signed"]?.bool == true)
    #expect(Self.events("message", of: ended.2).isEmpty)
    #expect(Self.events("proven", of: ended.2).isEmpty)
    let refused = Self.events("end", of: ended.2).first?["refused"]?["foreignKey"]?.integer ?? 0
    #expect(refused > 0)
    // What a stranger hears is handshakes: no callsign, no text.
    #expect(!ended.2.output.contains("I am alpha") && !ended.2.output.contains("bravo"))
  }

  /// Also IPv6, where the system has it.
  private static let loopbacks =
    ["127.0.0.1"] + (FileManager.default.fileExists(atPath: "/proc/net/if_inet6") ? ["[::1]"] : [])

  @Test(arguments: loopbacks) func `Two processes talk over TCP`(host: String) async throws {
    let folder = try TemporaryFolder()
    let key = try Self.key("key", in: folder)
    let address = "\(host):\(try LoopbackPort.free())"
    async let first = Self.node(key, "alpha", ["--listen", address, "--expect", "1", "--seconds", "60"])
    async let second = Self.node(key, "bravo", ["--connect", address, "--expect", "1", "--seconds", "60"])
    let ended = (try await first, try await second)
    #expect((ended.0.code, ended.1.code) == (0, 0))
    #expect(Self.events("message", of: ended.0).map { $0["text"]?.string } == ["I am bravo"])
    #expect(Self.events("message", of: ended.1).map { $0["text"]?.string } == ["I am alpha"])
  }

  @Test func `A line begins with what a message is and whether a device signed it, not with what its sender chose`()
    async throws
  {
    let folder = try TemporaryFolder()
    let key = try Self.key("key", in: folder)
    let address = "127.0.0.1:\(try LoopbackPort.free())"
    let node = ["mesh", "run", "--psk", key, "--insecure-unconfirmed-key", "--seconds", "200"]
    let listener = try LiveProgram(node + ["--listen", address])
    let speaker = try LiveProgram(
      node + ["--connect", address, "--callsign", "bravo", "--say", "I am bravo", "--position", "1,1"])
    try await listener.wait("both messages") { said in
      let lines = said.output.split(separator: "\n")
      // A chat may come before the words of its sender about itself.
      return lines.contains { $0.hasPrefix("message: chat, signed, from ") && $0.hasSuffix(": I am bravo") }
        && lines.contains { $0.hasPrefix("message: event, unsigned, from ") && $0.contains(": <event ") }
    }
    let ended = (try await listener.end(), try await speaker.end())
    #expect((ended.0.code, ended.1.code) == (0, 0))
  }

  @Test func `Who hears nobody says so in the exit code`() async throws {
    let folder = try TemporaryFolder()
    let key = try Self.key("key", in: folder)
    let ended = try await Self.node(
      key, "alone", ["--interface", "lo", "--group", try Self.group(), "--expect", "1", "--seconds", "1"])
    #expect(ended.code == 1)
    #expect(Self.events("end", of: ended).first?["delivered"]?.integer == 0)
  }

  @Test(
    arguments: [
      (["--interface", "no-such"], 64), (["--interface", "lo", "--group", "10.0.0.1:1"], 64), ([], 64),
      (["--interface", "lo", "--group", "[ff05::1]:6970"], 64), (["--connect", "[fe80::1]:6970"], 64),
      (["--listen", "[fe80::1]:6970"], 64), (["--listen", "localhost:1"], 64),
      (["--interface", "lo", "--say", "a\u{202E}b"], 64), (["--interface", "lo", "--team", "a\u{202E}b"], 64),
      (["--interface", "lo", "--team", ""], 64),
      (["--interface", "lo", "--team", String(repeating: "a", count: 65)], 64),
    ] as [([String], Int32)])
  func `A wrong address, interface, group, text or team is named`(arguments: [String], code: Int32) async throws {
    let folder = try TemporaryFolder()
    let key = try Self.key("key", in: folder)
    let node = ["mesh", "run", "--psk", key, "--insecure-unconfirmed-key"]
    #expect(try await Program.run(node + arguments, endAfter: 20).code == code)
  }

  @Test func `A key that others can read is refused`() async throws {
    let folder = try TemporaryFolder()
    let key = try Self.key("key", in: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    let ended = try await Program.run(
      ["mesh", "run", "--psk", key, "--insecure-unconfirmed-key", "--interface", "lo"], endAfter: 20)
    #expect(ended.code == 65)
    #expect(ended.errors.contains("can be read by others"))
  }
}
