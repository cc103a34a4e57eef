import Foundation
import LoopbackPort
import TakyServer
import Testing
import UntrustedInput

/// `mantlet tak`: real processes, a real mesh on loopback, and taky, a TAK server that nobody changed.
@Suite(.disabled(if: Taky.isMissing), .timeLimit(.minutes(15)))
struct TakBridgeFlowTests {
  private static func events(_ name: String, of outcome: Program.Outcome) -> [JSONNode] {
    outcome.objects.filter { $0["event"]?.string == name }
  }

  /// A private file with a random key in the seed's form.
  private static func key(in folder: TemporaryFolder) throws -> String {
    let text = "takcan-mesh-psk://\(Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) }))\n"
    let path = folder.path + "/key"
    #expect(
      FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    return path
  }

  /// Imports what taky's own tool made for this user.
  ///
  /// - Returns: the folder that keeps it.
  private static func imported(_ user: String, of taky: Taky, in folder: TemporaryFolder) async throws -> String {
    let (package, state) = ("\(folder.path)/\(user).zip", "\(folder.path)/\(user)")
    try await Data(taky.package(of: user)).write(to: URL(fileURLWithPath: package))
    let shown = try await Program.run(["tak", "import", package, "--json"])
    let fingerprint = try #require(shown.objects.first?["authorities"]?.array?.first?.string)
    let kept = try await Program.run(["tak", "import", package, "--accept", fingerprint, "--state", state])
    #expect(kept.code == 0, "\(kept.errors)")
    return state
  }

  private static func passed(_ outcome: Program.Outcome, _ way: String) -> Set<String> {
    Set(events(way, of: outcome).compactMap { $0["passed"]?["callsign"]?.string })
  }

  @Test func `Two nodes and a bridge exchange events with a real server; who proves no certificate stays on the mesh`()
    async throws
  {
    let (taky, other) = (try await Taky.start(), try await Taky.start())
    defer {
      taky.end()
      other.end()
    }
    let folder = try TemporaryFolder()
    let key = try Self.key(in: folder)
    let alice = try await Self.imported("alice", of: taky, in: folder)
    let bob = try await Self.imported("bob", of: taky, in: folder)
    let carol = try await Self.imported("carol", of: taky, in: folder)
    let foreign = try await Self.imported("foreign", of: other, in: folder)
    let delta = try await Self.imported("delta", of: taky, in: folder)
    let (address, relay) = ("127.0.0.1:\(try LoopbackPort.free())", "127.0.0.1:\(try LoopbackPort.free())")
    func node(_ callsign: String, to place: String, _ more: [String]) throws -> LiveProgram {
      try LiveProgram(
        [
          "mesh", "run", "--psk", key, "--insecure-unconfirmed-key", "--connect", place, "--callsign", callsign,
          "--position", "48.1,11.5",
          "--seconds", "250", "--json",
        ] + more)
    }
    let listener = try LiveProgram([
      "tak", "listen", "--state", carol, "--uid", "CAROL-1", "--seconds", "240", "--timeout", "60", "--json",
    ])
    try await listener.wait("the connection") { $0.errors.contains("connected") }
    let bridge = try LiveProgram([
      "tak", "bridge", "--state", bob, "--psk", key, "--insecure-unconfirmed-key", "--listen", address, "--callsign",
      "BRIDGE", "--position", "1,1",
      "--seconds", "250", "--json",
    ])
    try await bridge.wait(for: "connected")
    let alpha = try node("ALPHA", to: address, ["--tak", alice])
    let unproven = try node("UNPROVEN", to: address, ["--listen", relay])
    let others = [unproven, try node("STRANGER", to: address, ["--tak", foreign])]
    // Two links away from the bridge: a node that itself proves nothing passes on what it cannot change.
    let far = try node("DELTA", to: relay, ["--tak", delta])
    let refusals: Set = [
      "the message is not signed by a device", "the peer proves no client certificate of this server",
    ]
    func reasons(_ said: Program.Outcome) -> Set<String> {
      Set(Self.events("kept", of: said).compactMap { $0["reason"]?.string })
    }
    // Until all three were judged, more than once as they say where they are every five seconds.
    try await bridge.wait("every judgement") { said in
      Self.events("toServer", of: said).count >= 2 && refusals.isSubset(of: reasons(said))
        && Self.events("kept", of: said).count >= 4
    }
    func callsigns(_ said: Program.Outcome) -> Set<String> { Set(said.objects.compactMap { $0["callsign"]?.string }) }
    try await listener.wait("all positions") { callsigns($0).isSuperset(of: ["ALPHA", "BRIDGE", "DELTA"]) }
    let sent = try await Program.run([
      "tak", "send", "--state", carol, "--uid", "CAROL-2", "--callsign", "CAROL", "--position", "50,8", "--json",
    ])
    #expect(sent.code == 0 && sent.objects.first?["uid"]?.string == "CAROL-2", "\(sent.output)\(sent.errors)")
    // To every member, also to who proves nothing to the server.
    for node in [alpha, unproven, far] {
      try await node.wait("the event of the server") { said in
        Self.events("message", of: said).contains { $0["text"]?.string?.contains("uid=\"CAROL-2\"") == true }
      }
    }
    let ended = (try await bridge.end(), try await alpha.end(), try await listener.end(SIGINT))
    for other in others + [far] { #expect(try await other.end().code == 0) }
    #expect((ended.0.code, ended.1.code) == (0, 0), "\(ended.0.errors)")
    // From the mesh to the server: who proved a certificate of this server, and the bridge itself.
    #expect(callsigns(ended.2).isDisjoint(with: ["UNPROVEN", "STRANGER"]))
    #expect(Self.passed(ended.0, "toServer") == ["ALPHA", "DELTA"])
    #expect(reasons(ended.0).isSuperset(of: refusals))
    // From the server to the mesh.
    #expect(Self.passed(ended.0, "toMesh").contains("CAROL"))
  }

  @Test func `A bridge that is told of teams passes on theirs alone`() async throws {
    let taky = try await Taky.start()
    defer { taky.end() }
    let folder = try TemporaryFolder()
    let key = try Self.key(in: folder)
    let states = try await (
      Self.imported("alice", of: taky, in: folder), Self.imported("bob", of: taky, in: folder),
      Self.imported("carol", of: taky, in: folder)
    )
    let address = "127.0.0.1:\(try LoopbackPort.free())"
    let mesh = ["--psk", key, "--insecure-unconfirmed-key", "--seconds", "240", "--json", "--position", "1,1"]
    let bridge = try LiveProgram(
      ["tak", "bridge", "--state", states.1, "--listen", address, "--callsign", "BRIDGE", "--team", "Red"] + mesh)
    try await bridge.wait(for: "connected")
    func node(_ callsign: String, _ more: [String]) throws -> LiveProgram {
      try LiveProgram(["mesh", "run", "--connect", address, "--callsign", callsign] + more + mesh)
    }
    let nodes = [
      try node("ALPHA", ["--tak", states.0]), try node("CHARLIE", ["--tak", states.2, "--team", "Red"]),
    ]
    try await bridge.wait("the refusal of one and the other's position") { said in
      Self.events("kept", of: said).contains { $0["reason"]?.string == "the peer's team is not passed on" }
        && !Self.passed(said, "toServer").isEmpty
    }
    let ended = try await bridge.end()
    for node in nodes { #expect(try await node.end().code == 0) }
    #expect(ended.code == 0 && Self.passed(ended, "toServer") == ["CHARLIE"], "\(ended.output)")
  }

  @Test func `While the server is away what passes the bridge waits, and nothing is called sent`() async throws {
    let taky = try await Taky.start()
    defer { taky.end() }
    let folder = try TemporaryFolder()
    let key = try Self.key(in: folder)
    let states = try await (
      Self.imported("alice", of: taky, in: folder), Self.imported("bob", of: taky, in: folder)
    )
    taky.end()
    let address = "127.0.0.1:\(try LoopbackPort.free())"
    let mesh = ["--psk", key, "--insecure-unconfirmed-key", "--seconds", "240", "--json", "--position", "1,1"]
    let bridge = try LiveProgram(
      ["tak", "bridge", "--state", states.1, "--listen", address, "--callsign", "BRIDGE"] + mesh)
    try await bridge.wait(for: "disconnected")
    let alpha = try LiveProgram(
      ["mesh", "run", "--connect", address, "--callsign", "ALPHA", "--tak", states.0] + mesh)
    try await bridge.wait(for: "queued")
    let ended = try await bridge.end()
    #expect(try await alpha.end().code == 0)
    #expect(ended.code == 0 && Self.passed(ended, "queued") == ["ALPHA"], "\(ended.output)\(ended.errors)")
    #expect(Self.events("toServer", of: ended).isEmpty)
  }

  /// A package whose truststore holds the authority alone, so that the server's key is remembered at its first answer.
  private static func unpinned(_ user: String, of taky: Taky, in folder: TemporaryFolder) async throws -> String {
    let (whole, package) = ("\(folder.path)/\(user)-whole.zip", "\(folder.path)/\(user)-unpinned.zip")
    try await Data(taky.package(of: user)).write(to: URL(fileURLWithPath: whole))
    let script = """
      import subprocess, sys, zipfile
      source, target, ca, trust = sys.argv[1:]
      line = ["openssl", "pkcs12", "-export", "-nokeys", "-in", ca, "-out", trust, "-passout", "pass:atakatak"]
      subprocess.run(line, check=True)
      with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
          for name in old.namelist():
              new.writestr(name, open(trust, "rb").read() if "server-" in name else old.read(name))
      """
    let made = try await Taky.run([
      Taky.python, "-c", script, whole, package, taky.folder.path + "/site/ssl/ca.crt", folder.path + "/trust.p12",
    ])
    #expect(made.code == 0, "\(made.output)")
    return package
  }

  @Test func `A bridge that remembers the server's key leaves a newer import as it is, however often it connects`()
    async throws
  {
    let taky = try await Taky.start()
    defer { taky.end() }
    let folder = try TemporaryFolder()
    let (key, state) = (try Self.key(in: folder), folder.path + "/state")
    func accept(_ package: String) async throws {
      let shown = try await Program.run(["tak", "import", package, "--json"])
      #expect(shown.objects.first?["pinsServer"]?.bool == false)
      let fingerprint = try #require(shown.objects.first?["authorities"]?.array?.first?.string)
      #expect(FileManager.default.fileExists(atPath: package))
      let kept = try await Program.run(["tak", "import", package, "--accept", fingerprint, "--state", state])
      #expect(kept.code == 0, "\(kept.errors)")
      // The package is the credential: it goes with the import.
      #expect(!FileManager.default.fileExists(atPath: package))
    }
    /// Whatever lies sealed there.
    func kept() throws -> [String: Data] {
      let secrets = state + "/secrets"
      let files = try FileManager.default.contentsOfDirectory(atPath: secrets).filter { $0.hasSuffix(".sealed") }
      return try Dictionary(
        uniqueKeysWithValues: files.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(secrets)/\($0)"))) })
    }
    try await accept(Self.unpinned("alice", of: taky, in: folder))
    let before = try kept()
    let bridge = try LiveProgram([
      "tak", "bridge", "--state", state, "--psk", key, "--insecure-unconfirmed-key", "--listen",
      "127.0.0.1:\(try LoopbackPort.free())", "--callsign", "BRIDGE", "--seconds", "250", "--json",
    ])
    try await bridge.wait("the key") { $0.errors.contains("is remembered from now on") }
    let remembered = try kept()
    #expect(remembered != before)
    try await accept(Self.unpinned("bob", of: taky, in: folder))
    let newer = try kept()
    #expect(newer != remembered)
    try await taky.restart()
    try await bridge.wait("the second connection") { Self.events("connected", of: $0).count >= 2 }
    #expect(try await bridge.end().code == 0)
    #expect(try kept() == newer)
  }

  @Test func `Who was not imported, whom the server refuses and what does not answer are told apart`() async throws {
    let taky = try await Taky.start(known: ["banned"])
    defer { taky.end() }
    let folder = try TemporaryFolder()
    let nothing = try await Program.run(["tak", "connect", "--state", folder.path + "/none"])
    #expect(nothing.code == 65 && nothing.errors.contains("import a data package first"))
    let state = try await Self.imported("banned", of: taky, in: folder)
    let good = try await Program.run(["tak", "connect", "--state", state, "--json"])
    #expect(good.code == 0 && good.objects.first?["connected"]?.bool == true)
    #expect(good.objects.first?["version"]?.integer == 0)
    let wrongName = try await Program.run(["tak", "connect", "--state", state, "--server-name", "other.example"])
    #expect(wrongName.code == 1)
    let rightName = try await Program.run(["tak", "connect", "--state", state, "--server-name", "tak.example"])
    #expect(rightName.code == 0)
    try await taky.ban("banned")
    let refused = try await Program.run(["tak", "connect", "--state", state])
    #expect(refused.code == 1, "\(refused.errors)")
    taky.end()
    let gone = try await Program.run(["tak", "connect", "--state", state])
    #expect(gone.code == 75, "\(gone.errors)")
    let usage = try await Program.run(["tak", "send", "--state", state, "--position", "91,0"])
    #expect(usage.code == 64)
  }
}
