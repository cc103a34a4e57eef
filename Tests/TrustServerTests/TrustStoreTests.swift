#if Server
  import Foundation
  import GRDB
  import Redaction
  import Testing
  import TrustServer
  import TrustWire

  /// The folders of this run; they go when it ends.
  private let places: Locked<[String]> = {
    atexit { for place in places.value { try? FileManager.default.removeItem(atPath: place) } }
    return Locked([])
  }()

  /// A place for a database in a folder of its own: the server refuses one that others may write to.
  func temporaryFile() -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/trust-\(UUID().uuidString)"
    places.change { $0.append(folder) }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder + "/trust.sqlite"
  }

  @Suite struct TrustStoreTests {
    @Test("The store in memory keeps every promise")
    func memory() async throws { #expect(try await TrustStoreConformance.check(InMemoryTrustStore()) == []) }

    @Test("The store in a file keeps every promise, with mode 0600")
    func file() async throws {
      let path = temporaryFile()
      let store = try SQLiteTrustStore(path: path)
      let broken = try await TrustStoreConformance.check(store)
      #expect(broken == [])
      for suffix in ["", "-wal"] {
        let mode = try FileManager.default.attributesOfItem(atPath: path + suffix)[.posixPermissions] as? Int
        #expect(mode == 0o600)
      }
      try await Task { try store.release() }.value
    }

    @Test("A file of a newer schema is refused by name and left as it was")
    func newer() async throws {
      let path = temporaryFile()
      try SQLiteTrustStore(path: path).release()
      // Offset 60 of the header is user_version, big-endian. Source: SQLite file format, section 1.3.
      let handle = try #require(FileHandle(forUpdatingAtPath: path))
      try handle.seek(toOffset: 60)
      try handle.write(contentsOf: Data([0, 0, 0, 13]))
      try handle.close()
      #expect(throws: StoreError.newerSchema(path: path, found: 13, known: SQLiteTrustStore.schemaVersion)) {
        try SQLiteTrustStore(path: path)
      }
    }

    @Test("A file of version 1 opens, keeps its rows, and can anchor from then on")
    func older() async throws {
      let path = temporaryFile()
      try Self.makeVersion1(at: path)
      let store = try SQLiteTrustStore(path: path)
      let entry = RecordBatch.Entry(id: "1", kind: "sleep", createdAt: 5, payload: "{}")
      let mark = try anchor(1, 7)
      let found = try await store.transaction { rows throws(StoreError) in
        try rows.saveAnchor(account: "a", device: "d", mark)
        return (
          try rows.records(account: "a"), try rows.device(thumbprint: "d")?.firstSeen,
          try rows.consumeChallenge(digest: "c", now: 1)
        )
      }
      #expect(found.0 == [entry] && found.1 == 3 && found.2 == .fresh)
      try await Task { try store.release() }.value
      let again = try SQLiteTrustStore(path: path)
      let anchors = try await again.transaction { rows throws(StoreError) in
        try rows.anchors(account: "a", device: "d")
      }
      #expect(anchors == [mark])
      // Offset 60 of the header is user_version: the older program must see that it does not know this file.
      try await Task { try again.release() }.value
      let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(64)
      #expect(Array(header[60..<64]) == [0, 0, 0, UInt8(SQLiteTrustStore.schemaVersion)])
    }

    /// The tables as version 1 wrote them.
    static func makeVersion1(at path: String) throws {
      #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
      try DatabaseQueue(path: path).write {
        try $0.execute(
          sql: """
            CREATE TABLE challenge (digest TEXT PRIMARY KEY, used INTEGER NOT NULL, expires INTEGER NOT NULL)
              WITHOUT ROWID;
            CREATE TABLE device (thumbprint TEXT PRIMARY KEY, platform TEXT NOT NULL, version TEXT NOT NULL,
              app TEXT NOT NULL, app_version TEXT NOT NULL, tier TEXT NOT NULL, first_seen INTEGER NOT NULL,
              last_seen INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE record (position INTEGER PRIMARY KEY, account TEXT NOT NULL, id TEXT NOT NULL,
              kind TEXT NOT NULL, created INTEGER NOT NULL, payload TEXT NOT NULL, UNIQUE (account, id));
            CREATE TABLE proof (digest TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX challenge_end ON challenge (expires);
            CREATE INDEX proof_end ON proof (expires);
            CREATE TABLE session (id TEXT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, device TEXT NOT NULL,
              tier TEXT NOT NULL, started INTEGER NOT NULL, current TEXT NOT NULL, predecessor TEXT,
              revoked INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE refresh_token (digest TEXT PRIMARY KEY, session TEXT NOT NULL, generation INTEGER NOT NULL,
              expires INTEGER NOT NULL, replaced INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX refresh_token_end ON refresh_token (expires);
            CREATE TABLE account (user TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, salt BLOB NOT NULL,
              rounds INTEGER NOT NULL, block_size INTEGER NOT NULL, parallelism INTEGER NOT NULL, hash BLOB NOT NULL)
              WITHOUT ROWID;
            CREATE TABLE attempt (user_digest TEXT PRIMARY KEY, failures INTEGER NOT NULL,
              locked_until INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
            INSERT INTO challenge VALUES ('c', 0, 100);
            INSERT INTO device VALUES ('d', 'linux', '12', 'app', '1', 'UNATTESTED', 3, 4);
            INSERT INTO record (account, id, kind, created, payload) VALUES ('a', '1', 'sleep', 5, '{}');
            PRAGMA user_version = 1;
            """)
      }
    }

    @Test("Two programs that open an older file at once both find it whole")
    func olderTwice() async throws {
      let path = temporaryFile()
      try Self.makeVersion1(at: path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let store = try SQLiteTrustStore(path: path)
            let count = try await store.transaction { rows throws(StoreError) in
              try rows.anchors(account: "a", device: "d").count
            }
            #expect(count == 0)
          }
        }
        try await group.waitForAll()
      }
    }

    @Test("A restart keeps challenges, devices, sessions and spent tokens")
    func restart() async throws {
      let path = temporaryFile()
      let first = try SQLiteTrustStore(path: path)
      let before = try await Stage(store: first)
      let challenge = try await before.challenge()
      let tokens = try await before.app()
      let next = try TokenResponse(reading: try await before.refresh(tokens.refreshToken).body)
      try first.release()
      let second = try SQLiteTrustStore(path: path)
      let after = try await Stage(store: second, key: before.key)
      let report = try await after.sign(.report, after.report(challenge).bytes)
      #expect(await after.token(.deviceReport(compact: report)).status == 200)
      #expect(reason(await after.token(.deviceReport(compact: report))) == .replayed)
      #expect(try await second.transaction { rows throws(StoreError) in try rows.devices().count } == 1)
      let last = try TokenResponse(reading: try await after.refresh(next.refreshToken).body)
      #expect(reason(try await after.refresh(tokens.refreshToken)) == .tokenSuperseded)
      after.clock.advance(86400)
      #expect(reason(try await after.refresh(tokens.refreshToken)) == .tokenReused)
      #expect(reason(try await after.refresh(last.refreshToken)) == .tokenReused)
    }

    @Test("The file holds no token, challenge or password")
    func noSecrets() async throws {
      let path = temporaryFile()
      let store = try SQLiteTrustStore(path: path)
      let stage = try await Stage(store: store)
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      let challenge = try await stage.challenge()
      let app = try await stage.app()
      let user = try TokenResponse(reading: try await stage.logIn(app).body)
      try await Task { try store.release() }.value
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes.append((try? Data(contentsOf: URL(fileURLWithPath: path + "-wal"))) ?? Data())
      #expect(bytes.range(of: Data(ProofOfPossession.digest(app.refreshToken).utf8)) != nil)
      for secret in [
        app.refreshToken, app.accessToken, user.refreshToken, user.accessToken, challenge, "correct horse",
      ] { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
    }
  }
#endif
