import Foundation
import LoopbackPort
import Testing
import UntrustedInput

/// A running node and the commands that change its mission, as processes on one folder.
@Suite(.timeLimit(.minutes(15)))
struct MissionLockFlowTests {
  @Test func `No command changes the keys under a running node, and what is wiped after it stays wiped`() async throws {
    let folder = try TemporaryFolder()
    let (ours, theirs, file) = (folder.path + "/ours", folder.path + "/theirs", folder.path + "/key")
    func psk(_ arguments: [String], _ store: String, input: String = "") async throws -> Program.Outcome {
      try await Program.run(["psk"] + arguments + ["--store", store], input: input)
    }
    let made = try await psk(["new", "--mission", "Alpine 7", "--json"], ours)
    let print = try #require(made.objects.first?["fingerprint"]?.string)
    let text = try await psk(["show", "--insecure-text"], ours).output
    #expect(try await psk(["import", "-", "--fingerprint", print], theirs, input: text).code == 0)
    // A newer key for the same mission, from the neighbour's folder, to be imported here.
    let next = try await psk(["rotate", "--json"], theirs)
    let nextPrint = try #require(next.objects.first?["fingerprint"]?.string)
    let nextText = try await psk(["show", "--insecure-text"], theirs).output
    #expect(
      FileManager.default.createFile(
        atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))

    let address = "127.0.0.1:\(try LoopbackPort.free())"
    let node = try LiveProgram([
      "mesh", "run", "--store", ours, "--listen", address, "--callsign", "ours", "--seconds", "250", "--json",
    ])
    try await node.wait(for: "start")
    let neighbour = [
      "mesh", "run", "--psk", file, "--fingerprint", print, "--connect", address, "--callsign", "talker", "--seconds",
      "250", "--say", "hello", "--json",
    ]
    let talking = try LiveProgram(neighbour)
    try await node.wait(for: "message")
    for arguments in [["wipe"], ["rotate"], ["new", "--mission", "two"]] {
      let refused = try await psk(arguments, ours)
      #expect(refused.code == 75 && refused.errors.contains("a node or another command uses this mission"))
    }
    #expect(try await psk(["import", "-", "--fingerprint", nextPrint], ours, input: nextText).code == 75)
    // Nor does a second node begin, whose counters would be another's.
    let second = try await Program.run(["mesh", "run", "--store", ours, "--listen", "127.0.0.1:0", "--seconds", "1"])
    #expect(second.code == 75)
    // Nothing of it was kept, and showing the key is no change.
    #expect(try await psk(["show", "--insecure-text"], ours).output == text)
    #expect(try await node.end().code == 0)
    #expect(try await talking.end().code == 0)

    #expect(try await psk(["import", "-", "--fingerprint", nextPrint], ours, input: nextText).code == 0)
    #expect(try await psk(["show", "--insecure-text"], ours).output == nextText)
    #expect(try await psk(["wipe"], ours).code == 0)
    #expect(try await psk(["show", "--insecure-text"], ours).code == 64)
  }
}
