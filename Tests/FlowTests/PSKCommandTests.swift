import Foundation
import LoopbackPort
import Testing
import UntrustedInput

/// `mantlet psk`: the life of a mission's key on this machine; QR codes are read by zbar.
@Suite(.timeLimit(.minutes(15)))
struct PSKCommandTests {
  private static let zbar = "/usr/bin/zbarimg"
  private static let noScanner: Comment = "no zbarimg (apt-get install zbar-tools)"
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

  @Test(.enabled(if: canScan, noScanner)) func `The PNG is the key for a foreign scanner, in both forms`() async throws
  {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store"
    #expect(try await Self.psk(["new", "--mission", "Alpine 7"], store: store).code == 0)
    for form in [[], ["--insecure-seed-form"]] {
      let png = folder.path + "/\(form.count).png"
      #expect(try await Self.psk(["show", "--png", png] + form, store: store).code == 0)
      let mode = try FileManager.default.attributesOfItem(atPath: png)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try await Self.text(store, form) == Self.scanned(png))
    }
  }

  /// What a foreign scanner reads of an image.
  private static func scanned(_ image: String) throws -> String {
    let scanner = Process()
    let output = Pipe()
    scanner.executableURL = URL(fileURLWithPath: zbar)
    scanner.arguments = ["-q", "--raw", image]
    scanner.standardOutput = output
    scanner.standardError = FileHandle.nullDevice
    try scanner.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    scanner.waitUntilExit()
    return text.trimmingCharacters(in: .newlines)
  }

  /// Squares as an image, four points wide each; `isDark` of column and row.
  private static func image(_ side: Int, at path: String, isDark: (Int, Int) -> Bool) throws {
    var bytes = Array("P5 \(side * 4) \(side * 4) 255\n".utf8)
    for row in 0..<side * 4 {
      for column in 0..<side * 4 { bytes.append(isDark(column / 4, row / 4) ? 0 : 255) }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test(.enabled(if: canScan, noScanner)) func `The SVG is the key for a foreign scanner`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store"
    #expect(try await Self.psk(["new", "--mission", "Alpine 7"], store: store).code == 0)
    let svg = folder.path + "/key.svg"
    #expect(try await Self.psk(["show", "--svg", svg], store: store).code == 0)
    let text = try String(contentsOfFile: svg, encoding: .utf8)
    let box = try #require(text.firstMatch(of: /viewBox="0 0 (\d+) \d+"/))
    let side = try #require(Int(box.output.1))
    var dark: Set<[Int]> = []
    for run in text.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
      let (column, row, count) = (Int(run.output.1) ?? 0, Int(run.output.2) ?? 0, Int(run.output.3) ?? 0)
      #expect(run.output.3 == run.output.4)
      for place in column..<column + count { dark.insert([place, row]) }
    }
    try Self.image(side, at: folder.path + "/svg.pgm") { dark.contains([$0, $1]) }
    #expect(try await Self.text(store) == Self.scanned(folder.path + "/svg.pgm"))
  }

  private static let python = ProcessInfo.processInfo.environment["MANTLET_PYTHON"] ?? "python3"

  @Test(.enabled(if: canScan, noScanner))
  func `What stands on the terminal is the key for a foreign scanner, and goes`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store"
    #expect(try await Self.psk(["new", "--mission", "Alpine 7"], store: store).code == 0)
    // A terminal of its own, whose output is kept.
    let script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
    let shown = try await Program.run(
      [Self.python, "-c", script, try Program.path, "psk", "show", "--seconds", "1", "--store", store],
      program: "/usr/bin/env")
    #expect(shown.code == 0)
    let (start, end) = ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m")
    let lines = shown.output.split(whereSeparator: \.isNewline).compactMap { line -> [Character]? in
      guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
      return Array(line.dropFirst(start.count).dropLast(end.count))
    }
    let side = try #require(lines.first).count
    try Self.image(side, at: folder.path + "/terminal.pgm") { column, row in
      guard row / 2 < lines.count, column < lines[row / 2].count else { return false }
      let halves: [Character] = row % 2 == 0 ? ["█", "▀"] : ["█", "▄"]
      return halves.contains(lines[row / 2][column])
    }
    #expect(try await Self.text(store) == Self.scanned(folder.path + "/terminal.pgm"))
    // The second screen, cleared and left.
    #expect(shown.output.contains("\u{1B}[?1049h") && shown.output.contains("\u{1B}[2J\u{1B}[?1049l"))
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

  @Test(arguments: [false, true])
  func `What is sent under the former key arrives after a rotation, and not after a loss`(isLost: Bool) async throws {
    let folder = try TemporaryFolder()
    let (store, old) = (folder.path + "/store", folder.path + "/old")
    #expect(try await Self.psk(["new", "--mission", "Alpine 7"], store: store).code == 0)
    let text = Data((try await Self.text(store) + "\n").utf8)
    #expect(FileManager.default.createFile(atPath: old, contents: text, attributes: [.posixPermissions: 0o600]))
    #expect(try await Self.psk(["rotate"] + (isLost ? ["--lost"] : []), store: store).code == 0)
    let address = "127.0.0.1:\(try LoopbackPort.free())"
    let more = ["--seconds", "240", "--json"]
    let keeper = try LiveProgram(["mesh", "run", "--store", store, "--listen", address, "--callsign", "ALPHA"] + more)
    let meeting = "127.0.0.1:\(try LoopbackPort.free())"
    func withFormerKey(_ callsign: String, _ arguments: [String]) throws -> LiveProgram {
      let node = ["mesh", "run", "--psk", old, "--insecure-unconfirmed-key", "--callsign", callsign]
      return try LiveProgram(node + arguments + more)
    }
    let holder = try withFormerKey("BRAVO", ["--connect", address, "--listen", meeting, "--position", "1,1"])
    func count(_ event: String, _ outcome: Program.Outcome) -> Int {
      outcome.objects.count { $0["event"]?.string == event }
    }
    if isLost {
      // A link is proven under the former key, too, so that an exclusion can come over it.
      try await keeper.wait(for: "proven")
      // Positions go to all neighbours at once: the second one that another holder of that key hears comes five seconds after
      // one that the keeper got.
      let witness = try withFormerKey("CHARLIE", ["--connect", meeting])
      try await holder.wait("both links") { count("proven", $0) >= 2 }
      let before = count("message", witness.soFar)
      try await witness.wait("two positions") { count("message", $0) >= before + 2 }
      #expect(try await witness.end().code == 0)
    } else {
      try await keeper.wait("a position") { count("message", $0) > 0 }
    }
    let ended = (try await keeper.end(), try await holder.end())
    #expect((ended.0.code, ended.1.code) == (0, 0) && (count("message", ended.0) == 0) == isLost, "\(ended.0.output)")
    let refused = ended.0.objects.last?["refused"]?["condemnedKey"]?.integer ?? 0
    #expect((refused > 0) == isLost, "\(ended.0.output)")
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

  @Test func `A key in a file makes a node only with the fingerprint that its giver named, or an insecure word`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (store, file) = (folder.path + "/store", folder.path + "/key")
    let made = try await Self.psk(["new", "--mission", "Alpine 7", "--json"], store: store)
    let print = try #require(made.objects.first?["fingerprint"]?.string)
    let text = Data((try await Self.text(store) + "\n").utf8)
    #expect(FileManager.default.createFile(atPath: file, contents: text, attributes: [.posixPermissions: 0o600]))
    func run(_ more: [String]) async throws -> Program.Outcome {
      try await Program.run(["mesh", "run", "--psk", file, "--listen", "127.0.0.1:0", "--seconds", "1"] + more)
    }
    #expect(try await run([]).code == 64)
    #expect(try await run(["--fingerprint", print, "--insecure-unconfirmed-key"]).code == 64)
    #expect(try await run(["--fingerprint", "0000 0000 0000 0000"]).code == 1)
    #expect(try await run(["--fingerprint", print]).code == 0)
    let taken = try await run(["--insecure-unconfirmed-key"])
    #expect(taken.code == 0 && taken.errors.contains("warning: --insecure-unconfirmed-key"))
  }

  @Test func `A wipe keeps the device that cards name, unless it is asked for it, too`() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store"
    func card() async throws -> String? {
      try await Self.psk(["device", "--json"], store: store).objects.first?["card"]?.string
    }
    let first = try await card()
    #expect(try await Self.psk(["new", "--mission", "one"], store: store).code == 0)
    #expect(try await Self.psk(["wipe"], store: store).code == 0)
    #expect(try await card() == first)
    #expect(try await Self.psk(["wipe", "--device"], store: store).code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store).allSatisfy { !$0.hasSuffix(".sealed") })
    #expect(try await card() != first)
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
