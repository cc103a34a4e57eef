import AppSession
import DataLifecycle
import Foundation
import Mantlet
import PeerMesh
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

/// What a mission leaves on a device: where it lies, and what ends it.
@Suite(.timeLimit(.minutes(15))) struct MissionRecordsTests {
  private static let sent = Date(timeIntervalSince1970: 1_799_999_000)

  private func key(_ mission: String = "Rescue") throws -> MeshKey {
    var dice = SystemRandomNumberGenerator()
    return try MeshKey.random(mission: mission, using: &dice)
  }

  /// Somebody who is signed in and in a mission.
  private func stage(_ device: Stage.Device = Stage.Device(), over store: (any SecretStore)? = nil) async throws
    -> Stage
  {
    let stage = try await Stage(device, over: store)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    try await stage.shield.joinMission(key())
    return stage
  }

  private func keep(
    in stage: Stage, _ name: String, _ body: [UInt8] = [1], as part: MissionEntry.Part = .event
  ) async throws {
    try await stage.shield.keepOfMission(part, name: name, date: Self.sent, body: body)
  }

  @Test func `Of one part and name the newest stays, and none of it is sent to the server`() async throws {
    let stage = try await stage()
    try await keep(in: stage, "ANDROID-1", [1])
    try await keep(in: stage, "ANDROID-2", [2])
    try await keep(in: stage, "ANDROID-1", [3], as: .contact)
    try await keep(in: stage, "ANDROID-1", [4])
    let entries = try await stage.shield.missionEntries()
    #expect(entries.map(\.body) == [[2], [3], [4]])
    #expect(entries.map(\.part) == [.event, .contact, .event] && entries.allSatisfy { $0.date == Self.sent })
    try await stage.shield.keep(kind: "sleep", payload: "1")
    #expect(try await stage.shield.synchronize() == 1)
    #expect(stage.server.state.withLock { $0.stored.count } == 1)
  }

  @Test func `Ids in clear tell nobody which uid they stand for`() async throws {
    let stages = [try await stage(), try await stage()]
    for stage in stages { try await keep(in: stage, "ANDROID-1") }
    let ids = [try await stages[0].shield.missionEntries()[0].id, try await stages[1].shield.missionEntries()[0].id]
    #expect(ids[0] != ids[1])
  }

  @Test func `The end of the mission takes its records and leaves the others`() async throws {
    let stage = try await stage()
    try await keep(in: stage, "ANDROID-1")
    try await stage.shield.keep(kind: "sleep", payload: "1")
    #expect(try await stage.shield.leaveMission() == .holds)
    #expect(try await stage.records.count(.mission) == 0)
    #expect(try await stage.shield.recordCount(kind: "sleep") == 1)
    #expect(await stage.secrets.names().allSatisfy { !$0.text.hasPrefix("mesh.") })
    #expect(try await stage.shield.missionEntries().isEmpty)
    try await stage.shield.joinMission(key("Harbour"))
    #expect(try await stage.shield.missionEntries().isEmpty)
  }

  @Test func `Without a mission nothing is kept and no file is opened`() async throws {
    let stage = try await Stage()
    await #expect(throws: ShieldError.noMission) { try await keep(in: stage, "ANDROID-1") }
    #expect(try await stage.shield.missionEntries().isEmpty)
    try await stage.shield.joinMission(key())
    #expect(try await stage.shield.leaveMission() == .holds)
    #expect(stage.device.owners.all.isEmpty)
  }

  @Test func `What comes while the mission ends is not kept`() async throws {
    let device = Stage.Device()
    let store = HeldStore(device.secrets)
    let stage = try await stage(device, over: store)
    store.hold(SecretName(constant: "mesh.records"))
    let late = Task { try await keep(in: stage, "ANDROID-1") }
    await store.untilWaiting()
    #expect(try await stage.shield.leaveMission() == .holds)
    store.letGo()
    await #expect(throws: ShieldError.noMission) { try await late.value }
    #expect(try await stage.records.count(.mission) == 0)
  }

  @Test func `While the session is locked messages are kept and none is shown`() async throws {
    let stage = try await stage()
    stage.device.clock.advance(by: .seconds(4 * 3600))
    try await keep(in: stage, "ANDROID-1")
    await #expect(throws: ShieldError.session(.locked(.inactivity))) { _ = try await stage.shield.missionEntries() }
    #expect(try await stage.records.count(.mission) == 1)
  }

  @Test func `A flood of senders makes the oldest go, and no others`() async throws {
    let stage = try await stage()
    try await keep(in: stage, "FIRST")
    let many = (1..<Shield.mostMissionEntries).map { number in
      RecordChange.keepLocal(
        SealedRecord(id: UUID(), kind: .mission, createdAt: Self.sent, payload: [1, 0, 1, 65, UInt8(number & 0xFF)]))
    }
    try await stage.records.apply(many)
    try await stage.shield.keep(kind: "sleep", payload: "1")
    try await keep(in: stage, "LAST")
    let entries = try await stage.shield.missionEntries()
    #expect(entries.count == Shield.mostMissionEntries - Shield.mostMissionEntries / 10 + 1)
    #expect(entries.last?.name == "LAST" && !entries.contains { $0.name == "FIRST" })
    #expect(try await stage.shield.recordCount(kind: "sleep") == 1)
  }

  /// Somebody in a mission whose records are unreadable where the body says so.
  private func damagedStage() async throws -> Stage {
    let device = Stage.Device()
    let records = DamagedRecords(store: device.records) { $0.payload.last == 66 }
    let stage = try await Stage(device) { adapters in adapters.openRecords = { _, _, _ in records } }
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    try await stage.shield.joinMission(key())
    return stage
  }

  @Test func `What cannot be read is told, hides no other entry, and keeps nothing new out`() async throws {
    let stage = try await damagedStage()
    try await keep(in: stage, "A")
    try await keep(in: stage, "B", [66])
    try await keep(in: stage, "C")
    let listing = try await stage.shield.missionListing()
    #expect(listing.entries.map(\.name) == ["A", "C"])
    guard case .altered(let id)? = listing.damage.first, listing.damage.count == 1 else {
      Issue.record("\(listing.damage)")
      return
    }
    await #expect(throws: ShieldError.records(.altered(id))) { _ = try await stage.shield.missionEntries() }
    // A newer message takes the place of the unreadable one.
    try await keep(in: stage, "B", [3])
    #expect(try await stage.shield.missionListing().damage.isEmpty)
    #expect(try await stage.shield.missionEntries().map(\.name) == ["A", "C", "B"])
  }

  @Test func `A flood goes on over unreadable entries, and whoever keeps the next one is told which went`() async throws
  {
    let stage = try await damagedStage()
    let many = (0..<Shield.mostMissionEntries).map { number in
      RecordChange.keepLocal(
        SealedRecord(
          id: UUID(), kind: .mission, createdAt: Self.sent,
          payload: [1, 0, 1, 65, number == 5 || number == 4000 ? 66 : 1])
      )
    }
    try await stage.records.apply(many)
    let told = try await stage.shield.keepOfMission(.event, name: "LAST", date: Self.sent, body: [1])
    guard case .altered? = told.first, told.count == 1 else {
      Issue.record("\(told)")
      return
    }
    #expect(try await stage.shield.keepOfMission(.event, name: "NEXT", date: Self.sent, body: [1]) == [])
    let listing = try await stage.shield.missionListing()
    #expect(listing.damage.count == 1 && listing.entries.last?.name == "NEXT")
    #expect(try await stage.shield.leaveMission() == .holds)
    #expect(try await stage.records.count(.mission) == 0)
  }

  @Test func `A record that is none of a mission is told, and the entries beside it are read`() async throws {
    let stage = try await stage()
    try await keep(in: stage, "A")
    let stranger = SealedRecord(id: UUID(), kind: .mission, createdAt: Self.sent, payload: [9])
    try await stage.records.apply([.keepLocal(stranger)])
    let listing = try await stage.shield.missionListing()
    #expect(listing.entries.map(\.name) == ["A"] && listing.damage == [.invalidEntry(.mission)])
  }

  @Test func `Too long a name, none, and too large a body are refused`() async throws {
    let stage = try await stage()
    let refused = ShieldError.records(.invalidEntry(.mission))
    for name in ["", String(repeating: "x", count: 257)] {
      await #expect(throws: refused) { try await keep(in: stage, name) }
    }
    await #expect(throws: refused) { try await keep(in: stage, "A", [UInt8](repeating: 0, count: (64 << 10) + 1)) }
    #expect(try await stage.shield.missionEntries().isEmpty)
  }

  #if os(Linux) && LinuxClient && Records
    @Test func `On real stores a message rests sealed, survives a restart, and goes with a logout`() async throws {
      let folder = FileManager.default.temporaryDirectory.path + "/mission-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      func shield() async throws -> Shield {
        try await Shield.linux(
          policy: try DevicePolicy(verifying: try await signed(try testSlice().bytes), signedBy: policySigner),
          app: AppIdentity(identifier: "org.example", version: "1"), folder: folder)
      }
      /// How many files hold this text.
      func files(with text: String) throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: folder).count { path in
          let bytes = FileManager.default.contents(atPath: folder + "/" + path) ?? Data()
          return bytes.range(of: Data(text.utf8)) != nil
        }
      }
      do {
        let first = try await shield()
        try await first.joinMission(key())
        try await first.keepOfMission(.chat, name: "GeoChat.1", date: Self.sent, body: Array("at the harbour".utf8))
      }
      #expect(try files(with: "at the harbour") == 0 && files(with: "GeoChat.1") == 0)
      let second = try await shield()
      #expect(try await second.missionEntries().map(\.name) == ["GeoChat.1"])
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      #expect(names.contains { $0.contains("mantlet.mission") })
      #expect(try await second.logOut().isComplete)
      let left = try FileManager.default.subpathsOfDirectory(atPath: folder)
      #expect(!left.contains { $0.contains("mantlet.mission") || $0.contains("mesh.") || $0.contains("sqlite") })
      #expect(try await second.missionEntries().isEmpty)
    }
  #endif
}
