#if Server
  import Foundation
  import Redaction
  import Testing
  import TrustServer
  import TrustWire

  func temporaryFile() -> String { FileManager.default.temporaryDirectory.path + "/trust-\(UUID().uuidString).sqlite" }

  @Suite struct TrustStoreTests {
    @Test("The store in memory keeps every promise")
    func memory() async throws { #expect(try await TrustStoreConformance.check(InMemoryTrustStore()) == []) }

    @Test("The store in a file keeps every promise, with mode 0600")
    func file() async throws {
      let path = temporaryFile()
      let store = try SQLiteTrustStore(path: path)
      #expect(try await TrustStoreConformance.check(store) == [])
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
      try handle.write(contentsOf: Data([0, 0, 0, 9]))
      try handle.close()
      #expect(throws: StoreError.newerSchema(path: path, found: 9, known: 1)) { try SQLiteTrustStore(path: path) }
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
      #expect(reason(try await after.refresh(tokens.refreshToken)) == .tokenReused)
      #expect(reason(try await after.refresh(last.refreshToken)) == .sessionEnded)
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
