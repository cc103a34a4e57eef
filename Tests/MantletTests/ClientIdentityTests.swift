import DataLifecycle
import Foundation
import Mantlet
import NetworkTrust
import Redaction
import SecretStorage
import SecurityTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct ClientIdentityTests {
  private static let name = SecretName(constant: "client-identity")

  private func lived() async throws -> Stage {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    return stage
  }

  private func subject() throws -> CertificateSubject { try CertificateSubject([.commonName("ada")]) }

  @Test("The identity rests in the secret store, out of the app's reach, and a logout takes it")
  func logOut() async throws {
    let stage = try await lived()
    let keeper = stage.shield.clientIdentity
    #expect(stage.shield.clientIdentity === keeper)
    let request = try await keeper.request(subject())
    #expect(request.pem.hasPrefix("-----BEGIN CERTIFICATE REQUEST-----"))
    #expect(await stage.secrets.names().contains(Self.name))
    await #expect(throws: StorageError.reserved(Self.name)) {
      _ = try await stage.shield.secrets.read(Self.name) == nil
    }
    let report = try await stage.shield.logOut()
    #expect(report.removed.map(\.text).contains("client-identity"))
    #expect(await !stage.secrets.names().contains(Self.name))
  }

  @Test("A keeper that was held over a change of person ends with its person")
  func held() async throws {
    let stage = try await lived()
    let keeper = stage.shield.clientIdentity
    _ = try await keeper.request(subject())
    try await stage.shield.logIn(user: "bob", password: Secret(copying: "horse-4711".utf8))
    #expect(await !stage.secrets.names().contains(Self.name))
    await #expect(throws: IdentityError.storeUnavailable(0)) { try await keeper.request(subject()) }
    #expect(await !stage.secrets.names().contains(Self.name))
    #expect(stage.shield.clientIdentity !== keeper)
    #expect(try await stage.shield.clientIdentity.identity() == nil)
  }

  @Test("The transport is told of every change: a request, a removal, a wipe")
  func told() async throws {
    let told = Mutex(0)
    let stage = try await Stage(adapting: { $0.identityChanged = { told.withLock { $0 += 1 } } })
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    func expectTold(_ change: () async throws -> Void) async rethrows {
      let before = told.withLock { $0 }
      try await change()
      #expect(told.withLock { $0 } > before)
    }
    let subject = try subject()
    try await expectTold { _ = try await stage.shield.clientIdentity.request(subject) }
    try await expectTold { try await stage.shield.clientIdentity.remove() }
    try await expectTold { _ = try await stage.shield.logOut() }
  }
}
