import Foundation
import Testing
import UntrustedInput

/// `mantlet psk`: the life of a mission's key on this machine; QR codes are read by zbar.
@Suite(.timeLimit(.minutes(15)))
struct PSKCommandTests {
  private static let zbar = "/usr/bin/zbarimg"
  private static var canScan: Bool {
    FileManager.default.isExecutableFile(atPath: zbar)
      || ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == "1"
  }

  private static func psk(_ arguments: [String], store: String, input: String = "") async throws -> Program.Outcome {
    try await Program.run(["psk"] + arguments + ["--store", store], input: input)
  }

  private static func text(_ store: String, _ form: [String] = []) async throws -> String {
    try await psk(["show", "--insecure-text"] + form, store: store).output.trimmingCharacters(in: .newlines)
  }

  @Test(.enabled(if: canScan)) func `The PNG is the key for a foreign scanner, in both forms`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store"
    #expect(try await Self.psk(["new", "--mission", "Alpine 7"], store: store).code == 0)
    for form in [[], ["--insecure-seed-form"]] {
      let png = folder.path + "/\(form.count).png"
      #expect(try await Self.psk(["show", "--png", png] + form, store: store).code == 0)
      let mode = try FileManager.default.attributesOfItem(atPath: png)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let scanner = Process()
      let output = Pipe()
      scanner.executableURL = URL(fileURLWithPath: Self.zbar)
      scanner.arguments = ["-q", "--raw", png]
      scanner.standardOutput = output
      scanner.standardError = FileHandle.nullDevice
      try scanner.run()
      let scanned = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      scanner.waitUntilExit()
      #expect(try await Self.text(store, form) == scanned.trimmingCharacters(in: .newlines))
    }
  }

  @Test func `A key is imported with its fingerprint only, and not back to an older epoch`() async throws {
    let folder = try TemporaryFolder()
    let (giver, taker) = (folder.path + "/giver", folder.path + "/taker")
    let made = try await Self.psk(["new", "--mission", "Alpine 7", "--json"], store: giver)
    let print = try #require(made.objects.first?["fingerprint"]?.string)
    let words = try #require(made.objects.first?["words"]?.string)
    let first = try await Self.text(giver) + "\n"
    let blind = try await Self.psk(["import", "-"], store: taker, input: first)
    #expect(blind.code == 64)
    let wrong = try await Self.psk(
      ["import", "-", "--fingerprint", "0000 0000 0000 0000"], store: taker, input: first)
    #expect(wrong.code == 1)
    #expect(try await Self.psk(["show", "--insecure-text"], store: taker).code == 64)
    #expect(try await Self.psk(["import", "-", "--fingerprint", print], store: taker, input: first).code == 0)
    #expect(try await Self.text(taker) + "\n" == first)
    // The next epoch is taken, the first one is then refused.
    let rotated = try await Self.psk(["rotate", "--json"], store: giver)
    #expect(rotated.objects.first?["epoch"]?.string == "2")
    let next = try #require(rotated.objects.first?["words"]?.string)
    #expect(next != words)
    let second = try await Self.text(giver) + "\n"
    #expect(try await Self.psk(["import", "-", "--fingerprint", next], store: taker, input: second).code == 0)
    #expect(try await Self.psk(["import", "-", "--fingerprint", print], store: taker, input: first).code == 1)
    #expect(try await Self.text(taker) + "\n" == second)
  }

  @Test func `No output but the asked-for text, and no file, holds the key`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store"
    let made = try await Self.psk(["new", "--mission", "Alpine 7"], store: store)
    let seed = try await Self.text(store, ["--insecure-seed-form"])
    let coded = try #require(seed.split(separator: "/").last.map(String.init))
    let raw = Data(try Base64URL.decode(coded))
    #expect(raw.count == 32)
    let inspected = try await Program.run(["psk", "inspect", "-"], input: seed + "\n")
    let refused = try await Self.psk(["show"], store: store)
    #expect(refused.code == 64)
    for outcome in [made, inspected, refused] { #expect(!(outcome.output + outcome.errors).contains(coded)) }
    let files = try FileManager.default.contentsOfDirectory(atPath: store)
    #expect(files.contains { $0.hasSuffix(".sealed") })
    for file in files {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(store)/\(file)"))
      #expect(bytes.range(of: raw) == nil, "\(file)")
    }
  }

  @Test func `A wipe leaves nothing, twice; a new mission needs one`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store"
    #expect(try await Self.psk(["new", "--mission", "one"], store: store).code == 0)
    #expect(try await Self.psk(["new", "--mission", "two"], store: store).code == 64)
    for _ in 0..<2 { #expect(try await Self.psk(["wipe"], store: store).code == 0) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store).allSatisfy { !$0.hasSuffix(".sealed") })
    #expect(try await Self.psk(["show", "--insecure-text"], store: store).code == 64)
    #expect(try await Self.psk(["new", "--mission", "two"], store: store).code == 0)
  }

  @Test(arguments: [
    "", "takcan-mesh-psk://", "takcan-mesh-psk://AAAA", "https://example.org", "mantlet-mesh-key:AAAA",
    "takcan-mesh-psk://AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  ])
  func `What is no key is refused`(text: String) async throws {
    #expect(try await Program.run(["psk", "inspect", "-"], input: text + "\n").code == 65)
  }

  @Test func `A node takes its mission from the folder`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store"
    let arguments = ["mesh", "run", "--store", store, "--listen", "127.0.0.1:0", "--seconds", "1", "--json"]
    #expect(try await Program.run(arguments).code == 64)
    #expect(try await Self.psk(["new", "--mission", "Alpine 7"], store: store).code == 0)
    let ended = try await Program.run(arguments)
    #expect(ended.code == 0)
    #expect(ended.objects.first?["mission"]?.string == "Alpine 7")
  }
}
