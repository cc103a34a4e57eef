#if Records
  import AppSession
  import DataLifecycle
  import Foundation
  import GRDB
  import Mantlet
  import PeerMesh
  import Redaction
  import SealedRecords
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  /// What the façade gives of the record store beyond keeping and reading, on a real database.
  @Suite(.timeLimit(.minutes(15))) struct RecordMaintenanceTests {
    private static let sleep = RecordKind("sleep") ?? .sleepLog
    private static let night = RecordKind("night") ?? .sleepLog

    private func signedIn(_ device: RaceDevice, tables: [RecordTable] = []) async throws -> Shield {
      let shield = try await device.shield(tables: tables)
      try await shield.enroll()
      try await shield.logIn("ada")
      return shield
    }

    private func tamper(_ device: RaceDevice, _ sql: String) async throws {
      let queue = try DatabaseQueue(path: device.folder + "/records.sqlite")
      try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
    }

    @Test("A listing has what can be read and names the rest; a repair takes it out and says what it was")
    func damaged() async throws {
      let device = try RaceDevice()
      let shield = try await signedIn(device)
      var ids: [UUID] = []
      for number in 0..<3 { ids.append(try await shield.keep(kind: "sleep", payload: "\(number)")) }
      #expect(try await shield.verifyRecords().verdict == .holds)
      try await tamper(device, "UPDATE record SET sealed = x'00' WHERE sequence = 2")
      let listing = try await shield.listing(Self.sleep)
      #expect(listing.records.map(\.id) == [ids[0], ids[2]] && listing.damage == [.altered(ids[1])])
      let found = try await shield.verifyRecords()
      #expect(found.sound == 2 && found.damage == [.altered(ids[1])])
      #expect(try await shield.repairRecords() == [.altered(ids[1])])
      #expect(try await shield.verifyRecords().verdict == .holds)
      #expect(try await shield.recordCount(kind: "sleep") == 2)
    }

    @Test("A key is replaced while the records are in use, and they are read as before")
    func rotated() async throws {
      let device = try RaceDevice()
      let shield = try await signedIn(device)
      let id = try await shield.keep(kind: "sleep", payload: "1")
      let before = await device.secrets.names().filter { $0.text.hasPrefix("record-key.") }
      for kind in [Self.sleep, .index] { #expect(try await shield.rotateKey(of: kind) == []) }
      let after = await device.secrets.names().filter { $0.text.hasPrefix("record-key.") }
      #expect(before.count == 2 && after.count == 2 && Set(before).isDisjoint(with: after))
      #expect(try await shield.listing(Self.sleep).records.map(\.id) == [id])
    }

    private static func keys(in device: RaceDevice) async -> [SecretName] {
      await device.secrets.names().filter { $0.text.hasPrefix("record-key.") && $0.text.hasSuffix(".sleep") }
    }

    @Test(
      "A rotation that was cut off before its old key went says so, and is finished on demand, after a start too",
      arguments: [true, false])
    func cutOff(_ isOpenedAnew: Bool) async throws {
      let device = try RaceDevice()
      let store = KeepingStore(device.secrets)
      var shield = try await device.shield(over: store)
      try await shield.enroll()
      try await shield.logIn("ada")
      try await shield.keep(kind: "sleep", payload: "1")
      let before = await Self.keys(in: device)
      #expect(before.count == 1)
      store.keep(true)
      await #expect(throws: ShieldError.records(.keyUnavailable(Self.sleep))) {
        try await shield.rotateKey(of: Self.sleep)
      }
      store.keep(false)
      if isOpenedAnew {
        shield = try await device.shield(over: store)
        #expect(try await shield.unanchored() == 0)
      }
      #expect(try await shield.hasPendingRewrites())
      #expect(try await shield.finishRewrites() == [])
      #expect(try await !shield.hasPendingRewrites())
      let after = await Self.keys(in: device)
      #expect(after.count == 1 && Set(before).isDisjoint(with: after))
    }

    @Test("What the anchor does not know is counted, and settled when it is asked for")
    func anchored() async throws {
      let device = try RaceDevice()
      let shield = try await signedIn(device)
      try await shield.keep(kind: "sleep", payload: "1")
      #expect(try await shield.unanchored() == 0)
      await device.secrets.setFull(true)
      try await shield.keep(kind: "sleep", payload: "2")
      #expect(try await shield.unanchored() == 1)
      await #expect(throws: ShieldError.records(.full)) { try await shield.settleRecords() }
      await device.secrets.setFull(false)
      try await shield.settleRecords()
      #expect(try await shield.unanchored() == 0)
    }

    @Test func `Beside an altered anchor all that is stored from then on is anchored again, and opens`() async throws {
      let device = try RaceDevice()
      let shield = try await signedIn(device)
      try await shield.keep(kind: "sleep", payload: "1")
      try await device.secrets.write(Secret(copying: [1]), as: RaceDevice.anchor)
      try await shield.keep(kind: "sleep", payload: "2")
      #expect(try await shield.unanchored() == 0)
      #expect(try await device.shield().recordCount(kind: "sleep") == 2)
    }

    @Test(
      "What the app declares about its kinds holds: what stays on the device is sent to no server, after a repair too")
    func tables() async throws {
      let device = try RaceDevice()
      let shield = try await signedIn(device, tables: [RecordTable(Self.night, staysLocal: true)])
      try await shield.joinMission(MeshKey.random(mission: "Rescue"))
      try await shield.keep(kind: "night", payload: "1")
      try await shield.keep(kind: "sleep", payload: "2")
      try await shield.keepOfMission(.event, name: "A", date: Date(timeIntervalSince1970: 1), body: [7])
      try await tamper(device, "DELETE FROM node WHERE place = 0")
      #expect(try await shield.repairRecords() == [.indexDamaged(level: 0, place: 0)])
      #expect(try await shield.synchronize() == 1)
      #expect(device.server.state.withLock { $0.stored.count } == 1)
      #expect(try await shield.recordCount(kind: "night") == 1)
      #expect(try await shield.missionEntries().map(\.name) == ["A"])
    }

    @Test("A store without an index has no such answers, and says so")
    func withoutIndex() async throws {
      let stage = try await Stage()
      try await stage.shield.enroll()
      try await stage.shield.logIn("ada")
      await #expect(throws: ShieldError.notProvided(.records)) { _ = try await stage.shield.verifyRecords() }
      await #expect(throws: ShieldError.notProvided(.records)) { _ = try await stage.shield.unanchored() }
      #expect(try await stage.shield.listing(Self.sleep) == RecordListing())
    }

    @Test("While the session is locked nothing is listed, verified or repaired; keys are rotated and states anchored")
    func locked() async throws {
      let device = Stage.Device()
      let stage = try await Stage(device)
      try await stage.shield.enroll()
      try await stage.shield.logIn("ada")
      device.clock.advance(by: .seconds(4 * 3600))
      let locked = ShieldError.session(.locked(.inactivity))
      await #expect(throws: locked) { _ = try await stage.shield.listing(Self.sleep) }
      await #expect(throws: locked) { _ = try await stage.shield.verifyRecords() }
      await #expect(throws: locked) { try await stage.shield.repairRecords() }
      // Past the lock: what is missing is the index of a store in memory.
      await #expect(throws: ShieldError.notProvided(.records)) { try await stage.shield.settleRecords() }
      await #expect(throws: ShieldError.notProvided(.records)) { try await stage.shield.rotateKey(of: Self.sleep) }
    }
  }

  extension MeshKey {
    fileprivate static func random(mission: String) throws -> MeshKey {
      var dice = SystemRandomNumberGenerator()
      return try random(mission: mission, using: &dice)
    }
  }
#endif
