#if Records
  import AppSession
  import DataLifecycle
  import Foundation
  import Mantlet
  import Redaction
  import SealedRecords
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing
  import TrustWire
  import UntrustedInput

  /// Whose data lies here when persons follow one another, with records in a real database.
  @Suite(.timeLimit(.minutes(15))) struct AccountSwitchTests {
    @Test("A logout removes the database, its keys and its anchor; the next person finds an empty one")
    func nothingLeft() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      try await shield.logIn("ada")
      try await shield.keep(kind: "sleep", payload: "1")
      #expect(device.files.contains("records.sqlite"))
      try await shield.logOut()
      #expect(device.files == [])
      #expect(await device.secrets.names().map(\.text) == ["device-checks", "device-key", "installation.marker"])
      try await shield.enroll()
      try await shield.logIn("bob")
      #expect(try await shield.recordCount(kind: "sleep") == 0)
      try await shield.keep(kind: "sleep", payload: "2")
      #expect(try await device.shield().recordCount(kind: "sleep") == 1)
    }

    @Test("What was kept before anybody signed in is the first person's, and nobody else's")
    func adopted() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.keep(kind: "sleep", payload: "1")
      try await shield.enroll()
      try await shield.logIn("ada")
      #expect(try await shield.recordCount(kind: "sleep") == 1)
      try await shield.logIn("bob")
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("While the first account's data resists, the second one's session opens nothing and sends nothing")
    func failedSwitch() async throws {
      let device = try RaceDevice()
      let stubborn = StubbornTarget()
      let shield = try await device.shield(targets: [stubborn])
      try await shield.enroll()
      try await shield.logIn("ada")
      try await shield.keep(kind: "sleep", payload: "\"ada\"")
      await #expect(throws: ShieldError.wipeIncomplete([StubbornTarget.name])) { try await shield.logIn("bob") }
      await #expect(throws: ShieldError.lifecycle(.wipePending)) { try await shield.recordCount(kind: "sleep") }
      await #expect(throws: ShieldError.lifecycle(.wipePending)) { try await shield.synchronize() }
      await #expect(throws: ShieldError.lifecycle(.wipePending)) { try await shield.logIn("ada") }
      #expect(device.uploads.withLock { $0.isEmpty })
      stubborn.yield()
      let next = try await device.shield(targets: [stubborn])
      #expect(try await next.recordCount(kind: "sleep") == 0)
    }

    @Test("A wrong password closes nothing for good")
    func wrongPassword() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      try await shield.logIn("ada")
      try await shield.keep(kind: "sleep", payload: "1")
      device.server.state.withLock { $0.refusal = RefusalBody(.accessDenied, .deviceRefused, "no") }
      await #expect(throws: ShieldError.self) { try await shield.logIn("bob") }
      #expect(try await shield.recordCount(kind: "sleep") == 1)
    }

    @Test("A login that fails at the server ends nothing: what was handed out before it still works")
    func failedLogin() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      try await shield.logIn("ada")
      let records = try await shield.records()
      for fault in 0..<2 {
        device.server.state.withLock {
          $0.isOffline = fault == 0
          $0.refusal = fault == 0 ? nil : RefusalBody(.invalidGrant, .credentialsInvalid, "no")
        }
        await #expect(throws: ShieldError.self) { try await shield.logIn("bob") }
      }
      device.server.state.withLock {
        $0.isOffline = false
        $0.refusal = nil
      }
      #expect(try await records.pending(limit: 9).isEmpty)
      #expect(try await shield.state() == .active)
      let night = SealedRecord(
        id: UUID(), kind: try #require(RecordKind("sleep")), createdAt: Date(timeIntervalSince1970: 1), payload: [49])
      try await records.insert(night)
      #expect(try await shield.recordCount(kind: "sleep") == 1)
    }

    @Test("The same person's next login closes nothing: an older handle goes on, and what it keeps is anchored")
    func sameAgain() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      try await shield.logIn("ada")
      let records = try await shield.records()
      try await shield.logIn("ada")
      let before = await device.secrets.copy(RaceDevice.anchor)
      let night = SealedRecord(
        id: UUID(), kind: try #require(RecordKind("sleep")), createdAt: Date(timeIntervalSince1970: 1), payload: [49])
      try await records.insert(night)
      #expect(await device.secrets.copy(RaceDevice.anchor) != before)
      #expect(try await shield.recordCount(kind: "sleep") == 1)
      #expect(try await device.shield().recordCount(kind: "sleep") == 1)
    }

    @Test("A handle of nobody's records is closed when somebody signs in; what it kept is theirs")
    func nobodysHandle() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      let records = try await shield.records()
      let kind = try #require(RecordKind("sleep"))
      let night = SealedRecord(id: UUID(), kind: kind, createdAt: Date(timeIntervalSince1970: 1), payload: [49])
      try await records.insert(night)
      try await shield.logIn("ada")
      await #expect(throws: SealedRecords.RecordError.closed) { try await records.upsert(night) }
      #expect(try await shield.recordCount(kind: "sleep") == 1)
    }

    @Test("A session of the version before, which noted no account, is its token's subject's")
    func upgraded() async throws {
      let device = try RaceDevice()
      let token = "e30." + Base64URL.encode(Array(#"{"sub":"ada"}"#.utf8)) + ".AA"
      let pair = #"{"access":"\#(token)","refresh":"r","expiresAt":1900000000,"tier":"UNATTESTED"}"#
      let text = #"{"version":1,"failures":0,"app":\#(pair),"user":\#(pair),"loggedInAt":1799999999}"#
      await device.container.set(.unmarked)
      try await device.secrets.write(Secret(copying: text.utf8), as: SecretName(constant: "session"))
      let shield = try await device.shield()
      try await shield.keep(kind: "sleep", payload: "1")
      #expect(await device.secrets.names().map(\.text).contains("data-owner"))
      try await shield.logIn("bob")
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("Names that the shield keeps for itself are neither shown nor written")
    func reserved() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.keep(kind: "sleep", payload: "1")
      #expect(try await shield.secrets.names() == [])
      for name in await device.secrets.names() {
        await #expect(throws: StorageError.reserved(name)) {
          try await shield.secrets.write(Secret(copying: [1]), as: name)
        }
        await #expect(throws: StorageError.reserved(name)) { _ = try await shield.secrets.read(name) }
        await #expect(throws: StorageError.reserved(name)) { try await shield.secrets.delete(name) }
      }
    }

    @Test("Records of a locked store say locked, also when only the newest state is locked", arguments: [true, false])
    func lockedStore(isNew: Bool) async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      if !isNew { try await shield.keep(kind: "sleep", payload: "1") }
      let next = try await device.shield()
      await device.secrets.restartDevice()
      await #expect(throws: ShieldError.records(.locked)) { _ = try await next.records() }
      await device.secrets.unlockDevice()
      #expect(try await next.recordCount(kind: "sleep") == (isNew ? 0 : 1))
    }
  }
#endif
