import Foundation
import LoopbackPort
import Testing
import UntrustedInput

/// `mantlet psk device`, `package`, `import` and `mantlet mesh run --control`: an authority, its members and a lost device, as
/// processes on loopback.
@Suite(.timeLimit(.minutes(15)))
struct MeshExclusionFlowTests {
  /// Folders of three machines; they are there as long as this is.
  private final class Crew: Sendable {
    private let folder: TemporaryFolder
    let address: String

    init() throws {
      folder = try TemporaryFolder()
      address = "127.0.0.1:\(try LoopbackPort.free())"
    }

    func store(_ name: String) -> String { "\(folder.path)/\(name)" }
    func file(_ name: String) -> String { "\(folder.path)/\(name).package" }

    func psk(_ arguments: [String], of name: String) async throws -> Program.Outcome {
      try await Program.run(["psk"] + arguments + ["--store", store(name), "--json"])
    }

    func node(_ name: String, _ more: [String], isTold: Bool = false) throws -> LiveProgram {
      try LiveProgram(
        ["mesh", "run", "--store", store(name), "--callsign", name, "--seconds", "250", "--json"] + more, isTold: isTold
      )
    }

    /// Gives the authority's key to a machine by a package for it.
    ///
    /// - Returns: the id of its device.
    func admit(_ name: String) async throws -> String {
      let card = try #require(try await psk(["device"], of: name).objects.first)
      let text = try #require(card["card"]?.string)
      let made = try await psk(["package", "--for", text, "--out", file(name)], of: "authority")
      let print = try #require(made.objects.first?["fingerprint"]?.string)
      let taken = try await psk(["import", file(name), "--fingerprint", print], of: name)
      #expect(taken.code == 0, "\(taken.errors)")
      return try #require(card["id"]?.string)
    }
  }

  private static func notices(_ said: Program.Outcome) -> [String] {
    said.objects.filter { $0["event"]?.string == "notice" }.compactMap { $0["text"]?.string }
  }

  private static func isDone(_ said: Program.Outcome, _ text: String) -> Bool {
    said.objects.contains {
      $0["event"]?.string == "control" && $0["done"]?.bool == true && $0["text"]?.string?.hasPrefix(text) == true
    }
  }

  @Test func `An operator confirms, rotates and excludes; the lost device gets no key, the others do`() async throws {
    let crew = try Crew()
    #expect(try await crew.psk(["new", "--mission", "Alpine 7", "--authority", "self"], of: "authority").code == 0)
    let (member, lost) = (try await crew.admit("member"), try await crew.admit("lost"))
    let authority = try crew.node("authority", ["--listen", crew.address, "--control"], isTold: true)
    try await authority.wait(for: "start")
    let nodes = try ["member", "lost"].map {
      try crew.node($0, ["--connect", crew.address, "--control"], isTold: true)
    }
    try await authority.wait("both devices") { said in
      Set(said.objects.compactMap { $0["device"]?.string }) == [member, lost]
    }
    // Who is not the authority, and what is no order, changes nothing.
    try nodes[0].tell("rotate")
    try nodes[0].tell("rotate 0")
    try await nodes[0].wait("both refusals") { said in
      said.objects.filter { $0["event"]?.string == "control" && $0["done"]?.bool == false }.count == 2
    }
    try authority.tell("confirm \(member)")
    try authority.tell("rotate 3")
    try await authority.wait("the rotation") { Self.isDone($0, "confirmed") && Self.isDone($0, "rotated") }
    for node in nodes { try await node.wait("the second key") { Self.notices($0).contains("new key, epoch 2") } }
    try authority.tell("exclude \(lost) 1")
    try await authority.wait("the exclusion") { Self.isDone($0, "excluded") }
    try await nodes[0].wait("the third key") { Self.notices($0).contains { $0.hasPrefix("new key, epoch 3") } }
    let ended = (try await authority.end(), try await nodes[0].end(), try await nodes[1].end())
    #expect((ended.0.code, ended.1.code, ended.2.code) == (0, 0, 0), "\(ended)")
    #expect(!Self.notices(ended.2).contains { $0.hasPrefix("new key, epoch 3") })
    // What is kept is what was said.
    let kept = try await crew.psk(["rotate"], of: "member")
    #expect(kept.objects.first?["epoch"]?.string == "4")
    withExtendedLifetime(crew) {}
  }

  @Test func `A package is for its device and its time, and its file goes with the import unless it is kept`()
    async throws
  {
    let crew = try Crew()
    #expect(try await crew.psk(["new", "--mission", "Alpine 7"], of: "authority").code == 0)
    _ = try await crew.admit("member")
    #expect(!FileManager.default.fileExists(atPath: crew.file("member")))
    let card = try #require(try await crew.psk(["device"], of: "other").objects.first?["card"]?.string)
    let made = try await crew.psk(["package", "--for", card, "--out", crew.file("other")], of: "authority")
    let print = try #require(made.objects.first?["fingerprint"]?.string)
    let arguments = ["import", crew.file("other"), "--fingerprint", print]
    // For another machine, and with another fingerprint: nothing is kept, nothing is removed.
    #expect(try await crew.psk(arguments, of: "stranger").code == 1)
    #expect(try await crew.psk(arguments.dropLast() + ["0000 0000 0000 0000"], of: "other").code == 1)
    #expect(FileManager.default.fileExists(atPath: crew.file("other")))
    #expect(try await crew.psk(arguments + ["--keep"], of: "other").code == 0)
    #expect(FileManager.default.fileExists(atPath: crew.file("other")))
    #expect(try await crew.psk(["package", "--for", "nobody", "--out", crew.file("x")], of: "authority").code == 64)
    withExtendedLifetime(crew) {}
  }
}
