import DataLifecycle
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct StoragePlacesTests {
  private func slice(keepingNowhere type: DataType) throws -> PolicySlice {
    let slice = try testSlice { try? $0.storage.places.choose(.nowhere, for: type) }
    try #require(slice.storage.places.place(of: type) == .nowhere)
    return slice
  }

  @Test(
    "Under a policy that keeps nowhere what the shield keeps there is no shield, and nothing was written",
    arguments: [DataType.authenticationToken, .cryptographicKey, .deviceIdentifier, .pinHash])
  func refused(_ type: DataType) async throws {
    let device = Stage.Device()
    let rule = StorageRule(type: type, refused: .secretStore)
    await #expect(throws: ShieldError.storage(.misplaced(rule))) {
      _ = try await Stage(device, slice: slice(keepingNowhere: type))
    }
    #expect(await device.secrets.names().isEmpty)
    #expect(await device.container.trace() == .empty)
  }

  @Test("Under a policy that keeps app data nowhere no record is kept or read, and all else works")
  func noRecords() async throws {
    let stage = try await Stage(slice: slice(keepingNowhere: .appData))
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    let refusal = ShieldError.storage(.misplaced(StorageRule(type: .appData, refused: .sealedRecords)))
    await #expect(throws: refusal) { try await stage.shield.keep(kind: "sleep", payload: "{}") }
    await #expect(throws: refusal) { _ = try await stage.shield.records() }
    await #expect(throws: refusal) { _ = try await stage.shield.synchronize() }
    #expect(stage.device.owners.all.isEmpty)
    let report = try await stage.shield.logOut()
    #expect(report.isComplete)
  }
}
