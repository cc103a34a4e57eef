import AppSession
import DataLifecycle
import Mantlet
import Redaction
import SecretStorage
import SecurityTesting
import Testing

/// What becomes of a person whose stored items are damaged.
@Suite(.timeLimit(.minutes(15))) struct ErasingTests {
  private static let note = SecretName(constant: "partner.token")

  private func lived() async throws -> Stage {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    try await stage.shield.secrets.write(Secret(copying: [1, 2, 3]), as: Self.note)
    return stage
  }

  @Test("A damaged mark of the installation locks nobody out and takes nothing")
  func mark() async throws {
    let stage = try await lived()
    let names = await stage.secrets.names()
    let damaged = DamagedStore(stage.secrets, damaging: [SecretName(constant: "installation.marker")])
    let next = try await Stage(stage.device, over: damaged)
    #expect(try await next.shield.secrets.read(Self.note)?.count == 3)
    #expect(await stage.secrets.names() == names)
    #expect(next.shield.key.publicKey == stage.shield.key.publicKey)
  }

  @Test(
    "Whatever item is damaged, erasing reads none of them, leaves nothing, and the next start begins anew",
    arguments: ["device-key", "data-owner"])
  func erased(_ text: String) async throws {
    let stage = try await lived()
    let name = try #require(SecretName(text))
    let damaged = DamagedStore(stage.secrets, damaging: [name])
    var adapters: Shield.Adapters?
    do {
      _ = try await Stage(stage.device, over: damaged) { adapters = $0 }
      Issue.record("it opened")
    } catch let error as ShieldError { #expect(error == .storage(.corrupted(name))) }
    let report = try await Shield.erase(try #require(adapters))
    #expect(report.isComplete)
    #expect(stage.device.journal.read() == nil)
    // A history without checks, written anew.
    #expect(await stage.secrets.names().filter { $0.text != "device-checks" }.isEmpty)
    let next = try await Stage(stage.device, over: damaged)
    #expect(next.shield.key.publicKey != stage.shield.key.publicKey)
    #expect(try await next.shield.secrets.names().isEmpty)
  }
}
