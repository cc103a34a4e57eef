import Foundation
import Synchronization
import Testing
import UntrustedInput

#if canImport(Glibc)
  import Glibc
#endif

/// A store that takes nothing: the clients of a running server are told to come again, and no token exists that the
/// store does not know.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct StoreFaultTests {
  private func tokens(_ server: Served) async throws -> Served.Tokens {
    let session = try await server.session("--binding", "none")
    return try #require(session.objects.first.flatMap(Served.Tokens.init), "\(session.errors)")
  }

  private func expectPatience(_ answer: Loopback.Answer?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(answer?.status == 503, sourceLocation: sourceLocation)
    #expect(answer?["error"] == "temporarily_unavailable", sourceLocation: sourceLocation)
    #expect(answer?["mantlet_reason"] == "unavailable", sourceLocation: sourceLocation)
    #expect((answer?.retryAfter ?? 0) > 0, sourceLocation: sourceLocation)
    #expect(answer?["refresh_token"] == nil && answer?["access_token"] == nil, sourceLocation: sourceLocation)
  }

  /// What another process reads there.
  private func sqlite(_ path: String, _ sql: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.reader, path, sql]
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let reader = """
    import sqlite3, sys
    with sqlite3.connect(sys.argv[1], timeout=20) as database:
        for row in database.execute(sys.argv[2]): print(*row)
    """

  @Test("A database that another process keeps locked: 503 with Retry-After, nothing given; then the same token works")
  func locked() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 21043)
    defer { server.end() }
    let tokens = try await tokens(server)
    let database = folder.state + "/server/trust.sqlite"
    let before = try sqlite(database, "SELECT digest FROM refresh_token ORDER BY digest")
    let holder = Process()
    let (word, said) = (Pipe(), Pipe())
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      held = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None)
      held.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      sys.stdin.readline()
      held.execute("ROLLBACK")
      """, database,
    ]
    holder.standardInput = word
    holder.standardOutput = said
    try holder.run()
    try #require(!said.fileHandleForReading.availableData.isEmpty)
    expectPatience(server.loopback.refresh(tokens.user.refresh))
    // Reading needs no lock: whoever holds a good token goes on.
    #expect(server.loopback.get("/v1/sessions", ["Authorization": "Bearer \(tokens.user.access)"])?.status == 200)
    #expect(server.loopback.get("/health")?.status == 200)
    expectPatience(server.loopback.get("/ready"))
    try word.fileHandleForWriting.close()
    holder.waitUntilExit()
    #expect(try sqlite(database, "SELECT digest FROM refresh_token ORDER BY digest") == before)
    let after = server.loopback.refresh(tokens.user.refresh)
    #expect(after?.status == 200)
    #expect(server.loopback.refresh(try #require(after?["refresh_token"]))?.status == 200)
    #expect(server.loopback.get("/ready")?.status == 200)
  }

  /// What fails here is a write, as by a broken disk; ``noRoom()`` fills one.
  @Test("A file that takes no more: 503 with Retry-After, and every token that was given is in the store")
  func full() async throws {
    let folder = try TemporaryFolder()
    // The signal that comes with the limit would end it.
    var server = try Served(folder, 21143, under: ["/usr/bin/env", "--ignore-signal=XFSZ"])
    let tokens = try await tokens(server)
    // From now on no file of the server grows.
    let database = folder.state + "/server/trust.sqlite"
    var size = stat()
    try #require(stat(database + "-wal", &size) == 0)
    try limit(server, fileSize: UInt64(size.st_size) + 65536)
    var held = tokens.user.refresh
    var refused: Loopback.Answer?
    for _ in 0..<400 where refused == nil {
      let answer = server.loopback.refresh(held)
      if answer?.status == 200 { held = try #require(answer?["refresh_token"]) } else { refused = answer }
    }
    expectPatience(refused)
    expectPatience(server.loopback.refresh(held))
    // The process lives, and a new one with room again finds the newest token.
    #expect(server.loopback.get("/health")?.status == 200)
    server.end(SIGKILL)
    server = try Served(folder, 21143)
    let after = server.loopback.refresh(held)
    #expect(after?.status == 200, "\(after?["mantlet_reason"] ?? "?")")
    #expect(server.loopback.refresh(try #require(after?["refresh_token"]))?.status == 200)
    #expect(server.end() == 0)
  }

  @Test("A server that ends in order keeps the time until which it served; one whose clock tests may turn does not")
  func keptTime() async throws {
    let folder = try TemporaryFolder()
    let database = folder.state + "/server/trust.sqlite"
    var server = try Served(folder, 21043, ["--insecure-http", "--insecure-test-clock"])
    #expect(server.end() == 0)
    #expect(try sqlite(database, "SELECT latest FROM clock").isEmpty)
    server = try Served(folder, 21043)
    #expect(server.end() == 0)
    let kept = try TimeInterval(sqlite(database, "SELECT latest FROM clock").trimmingCharacters(in: .newlines))
    #expect(abs((kept ?? 0) - Date().timeIntervalSince1970) < 60)
  }

  @Test func `A clock far behind the kept time refuses the start until it is accepted once`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.state + "/server/trust.sqlite"
    Self.end(try Served(folder, 21043))
    _ = try sqlite(database, "UPDATE clock SET latest = 4102444800 RETURNING latest")
    _ = try sqlite(database, Self.usedFarAhead)
    let refused = try await Program.run(
      ["serve", "--state", folder.state, "--port", "21043", "--insecure-http"], endAfter: 20)
    #expect(refused.code == 75, "\(refused.output)\(refused.errors)")
    let today = Date().formatted(.iso8601).prefix(8)
    for part in ["2100-01-01T00:00:00Z", "the clock says \(today)", "--accepts-earlier-clock true"] {
      #expect(refused.errors.contains(part), "\(refused.errors)")
    }
    #expect(try sqlite(database, "SELECT latest FROM clock").hasPrefix("4102444800"))
    #expect(try sqlite(database, "SELECT id FROM session WHERE ended IS NULL").hasPrefix("ahead"))
    // A start that fails for another reason ends nobody: no machine has an address of this kind.
    let failed = try await Program.run(
      [
        "serve", "--state", folder.state, "--port", "21043", "--insecure-http", "--accepts-earlier-clock", "true",
        "--metrics-host", "192.0.2.1", "--metrics-port", "0",
      ], endAfter: 20)
    #expect(failed.code != 0 && !failed.output.contains(" signer "), "\(failed.output)\(failed.errors)")
    #expect(try sqlite(database, "SELECT id FROM session WHERE ended IS NULL").hasPrefix("ahead"))
    Self.end(try Served(folder, 21043, ["--insecure-http", "--accepts-earlier-clock", "true"]))
    #expect(try sqlite(database, "SELECT ended FROM session WHERE id = 'ahead'").hasPrefix("expired"))
    Self.end(try Served(folder, 21043))
  }

  private static let usedFarAhead = """
    INSERT INTO session (id, kind, subject, device, tier, started, last_used, expires, current, generation)
      VALUES ('ahead', 'app', 'd', 'd', 'UNATTESTED', 4102444800, 4102444800, 4102444809, 'c', 0) RETURNING id
    """

  private static func end(_ server: Served) { #expect(server.end() == 0) }

  @Test(
    "A full disk: 503 with Retry-After to everybody who asks at once, no token that is not stored, and room heals it",
    .enabled(if: getuid() == 0, "mounting a small disk needs root"))
  func noRoom() async throws {
    let folder = try TemporaryFolder()
    try #require(shell("mount", "-t", "tmpfs", "-o", "size=16m,mode=0700", "tmpfs", folder.path) == 0)
    defer { _ = try? shell("umount", folder.path) }
    let server = try Served(folder, 21443)
    defer { server.end() }
    var held = try await tokens(server).user.refresh
    let filler = folder.path + "/filler"
    #expect(try shell("dd", "if=/dev/zero", "of=\(filler)", "bs=4k", "status=none") != 0)
    // What the files had room for may go well.
    var refused: Loopback.Answer?
    for _ in 0..<400 where refused == nil {
      let answer = server.loopback.refresh(held)
      if answer?.status == 200 { held = try #require(answer?["refresh_token"]) } else { refused = answer }
    }
    expectPatience(refused)
    let answers = Mutex<[Loopback.Answer?]>([])
    let (loopback, token) = (server.loopback, held)
    await withCheckedContinuation { continuation in
      for _ in 0..<20 {
        Thread.detachNewThread {
          let answer = loopback.refresh(token)
          let count = answers.withLock {
            $0.append(answer)
            return $0.count
          }
          if count == 20 { continuation.resume() }
        }
      }
    }
    for answer in answers.withLock({ $0 }) { expectPatience(answer) }
    #expect(loopback.get("/health")?.status == 200)
    try FileManager.default.removeItem(atPath: filler)
    let after = loopback.refresh(token)
    #expect(after?.status == 200, "\(after?["mantlet_reason"] ?? "?")")
    #expect(loopback.refresh(try #require(after?["refresh_token"]))?.status == 200)
  }

  /// `RLIMIT_FSIZE` of a running process: a write beyond it fails (`EFBIG`).
  private func limit(_ server: Served, fileSize: UInt64) throws {
    try #require(
      shell("prlimit", "--pid", "\(server.process.processIdentifier)", "--fsize=\(fileSize):\(fileSize)") == 0)
  }

  private func shell(_ words: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
