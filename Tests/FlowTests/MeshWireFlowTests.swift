import Foundation
import LoopbackPort
import Testing
import UntrustedInput

/// Nodes on a hostile wire: who records and repeats, and networks that lose and fall apart. As root only.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct MeshWireFlowTests {
  private static let tools = ["/usr/sbin/ip", "/usr/sbin/nft"]
  private static var canCut: Bool {
    getuid() == 0 && tools.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func key(in folder: TemporaryFolder) throws -> String {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    let text = Data("takcan-mesh-psk://\(Base64URL.encode(bytes))\n".utf8)
    #expect(
      FileManager.default.createFile(
        atPath: folder.path + "/key", contents: text, attributes: [.posixPermissions: 0o600]))
    return folder.path + "/key"
  }

  private static func messages(_ outcome: Program.Outcome) -> [String] {
    outcome.objects.filter { $0["event"]?.string == "message" }.compactMap { $0["text"]?.string }
  }

  @Test(.enabled(if: WireTap.isAllowed, "needs root, to read packets"))
  func `What a tap heard says nothing, and repeated it delivers nothing`() async throws {
    let folder = try TemporaryFolder()
    let key = try Self.key(in: folder)
    let tap = try #require(WireTap())
    let ports = [try LoopbackPort.free(), try LoopbackPort.free()]
    let group = "239.2.3.1:\(try LoopbackPort.free())"
    func node(_ name: String, _ port: UInt16) throws -> LiveProgram {
      try LiveProgram([
        "mesh", "run", "--psk", key, "--insecure-unconfirmed-key", "--interface", "lo", "--group", group, "--port",
        "\(port)", "--callsign", name,
        "--say", "I am \(name)", "--seconds", "200", "--json",
      ])
    }
    let nodes = [try node("alpha", ports[0]), try node("bravo", ports[1])]
    // Both have met and talked before anything is repeated.
    var heard: [[UInt8]] = []
    for node in nodes {
      try await node.wait("the other's text") { said in
        heard += tap.heard(to: Set(ports))
        return !Self.messages(said).isEmpty
      }
    }
    heard += tap.heard(to: Set(ports))
    for packet in heard { #expect(tap.replay(packet)) }
    // A node takes up what waits for it; a second time is for a datagram that the machine dropped.
    try await Task.sleep(for: .seconds(1))
    for packet in heard { #expect(tap.replay(packet)) }
    try await Task.sleep(for: .seconds(2))
    let (alpha, bravo) = (try await nodes[0].end(), try await nodes[1].end())
    #expect(heard.count >= 6)
    for packet in heard {
      for word in ["I am", "alpha", "bravo"] { #expect(Data(packet).range(of: Data(word.utf8)) == nil) }
    }
    #expect(Self.messages(alpha) == ["I am bravo"])
    #expect(Self.messages(bravo) == ["I am alpha"])
    for outcome in [alpha, bravo] {
      let refused = outcome.objects.last?["refused"]
      // The packets came: the window of the link refused them, or the keys of a handshake that their hello began.
      let count = (refused?["linkReplay"]?.integer ?? 0) + (refused?["linkTag"]?.integer ?? 0)
      #expect(count >= 2, "\(outcome.output)")
    }
  }

  @Test(.enabled(if: canCut, "needs root, ip and nft"))
  func `Nodes talk through a network that loses three datagrams of ten`() async throws {
    let net = try Namespaces()
    try net.both("add rule ip t in udp dport != 53 numgen random mod 10 < 3 drop")
    let folder = try TemporaryFolder()
    let key = try Self.key(in: folder)
    // A link repeats what its neighbour does not report, up to six times: of 5,000 messages one is lost, and two of these 24
    // as good as never. Without repetition seven of 24 are.
    let texts = (1...24).map { "text \($0)" }
    let words = texts.flatMap { ["--say", $0] } + ["--seconds", "200"]
    let nodes = [try net.start(0, key, words), try net.start(1, key, words)]
    // Both stay until both have heard: who is gone repeats nothing.
    for node in nodes { try await node.wait("the texts") { Set(Self.messages($0)).intersection(texts).count >= 23 } }
    for node in nodes {
      let ended = try await node.end()
      #expect(ended.code == 0 && Self.messages(ended).count <= 24)
    }
    withExtendedLifetime(net) {}
  }

  @Test(.enabled(if: canCut, "needs root, ip and nft")) func `After a partition the message still comes`() async throws
  {
    let net = try Namespaces()
    try net.both("add rule ip t in drop")
    let folder = try TemporaryFolder()
    let key = try Self.key(in: folder)
    let speaker = try net.start(0, key, ["--say", "from before", "--seconds", "90"])
    async let second = net.run(1, key, ["--expect", "1", "--seconds", "60"])
    // Longer than a handshake is waited for.
    try await Task.sleep(for: .seconds(12))
    try net.both("flush chain ip t in")
    let heard = try await second
    #expect(heard.code == 0)
    #expect(Self.messages(heard) == ["from before"])
    #expect(try await speaker.end().code == 0)
  }

  @Test(.enabled(if: canCut && Namespaces.hasIPv6, "needs root, ip, nft and IPv6"))
  func `Nodes find each other and talk over IPv6, without any IPv4`() async throws {
    let net = try Namespaces()
    try net.both("add rule ip t in drop")
    let folder = try TemporaryFolder()
    let key = try Self.key(in: folder)
    let arguments = ["--group", "[ff12::ed6e:746c]:6970", "--expect", "1", "--seconds", "90", "--say"]
    async let first = net.run(0, key, arguments + ["from one"])
    async let second = net.run(1, key, arguments + ["from two"])
    let ended = (try await first, try await second)
    #expect((ended.0.code, ended.1.code) == (0, 0))
    #expect(Self.messages(ended.0) == ["from two"] && Self.messages(ended.1) == ["from one"])
    #expect(ended.0.objects.first?["udp"]?.string?.hasPrefix("[fe80::77:1%") == true)
    withExtendedLifetime(net) {}
  }

  @Test(.enabled(if: canCut && Namespaces.hasIPv6, "needs root, ip, nft and IPv6"))
  func `Nodes talk over TCP between IPv6 addresses of their link`() async throws {
    let net = try Namespaces()
    try net.both("add rule ip t in drop")
    let folder = try TemporaryFolder()
    let key = try Self.key(in: folder)
    let address = "[fe80::77:1%v0]:6971"
    async let first = net.run(0, key, ["--listen", address, "--say", "from one", "--expect", "1", "--seconds", "90"])
    async let second = net.run(1, key, ["--connect", address, "--say", "from two", "--expect", "1", "--seconds", "90"])
    let ended = (try await first, try await second)
    #expect((ended.0.code, ended.1.code) == (0, 0))
    #expect(Self.messages(ended.0) == ["from two"] && Self.messages(ended.1) == ["from one"])
    withExtendedLifetime(net) {}
  }
}
