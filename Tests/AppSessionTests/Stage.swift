import AppSession
import Crypto
import Foundation
import Redaction
import SecurityPolicy
import SecurityTesting
import Synchronization
import TrustWire
import UntrustedInput

/// A key in memory.
struct KeyInHand: DeviceKey {
  let key = P256.Signing.PrivateKey()
  var publicKey: DevicePublicKey { DevicePublicKey(key.publicKey) }

  func signature(over bytes: [UInt8]) async throws(SessionError) -> [UInt8] {
    guard let signature = try? key.signature(for: bytes) else { throw .keyUnavailable }
    return [UInt8](signature.rawRepresentation)
  }
}

/// A door that stays shut until a test opens it.
final class Gate: Sendable {
  private let isOpen = Mutex(false)
  func open() { isOpen.withLock { $0 = true } }
  func pass() async { while !isOpen.withLock({ $0 }) { await Task.yield() } }
}

/// Notes how long somebody waited, and lets the time pass.
final class Sleeper: Sendable {
  private let waits = Mutex<[Duration]>([])
  var all: [Duration] { waits.withLock { $0 } }
  func note(_ wait: Duration) { waits.withLock { $0.append(wait) } }
}

/// One installation and its server, with clocks that tests turn.
struct Stage: Sendable {
  let clock = ManualDeviceClock()
  /// What the server's clock is ahead of the device's wall clock.
  let ahead = Shared(Int64(0))
  let store = InMemorySessionStore()
  let revocations = InMemoryRevocationStore()
  let key = KeyInHand()
  let server: InMemoryTokenServer
  let sleeper = Sleeper()
  let requirement: SessionRequirement
  let session: Session
  let looks: Shared<Int>

  init(
    _ requirement: SessionRequirement = SessionRequirement(), tokenType: String = "DPoP",
    lifetimes: (access: Int64, refresh: Int64?, session: Int64?) = (1800, nil, nil),
    script: @escaping InMemoryTokenServer.Script = { _, _ in nil }
  ) {
    self.requirement = requirement
    let (clock, ahead, looks) = (clock, ahead, Shared(0))
    self.looks = looks
    server = InMemoryTokenServer(
      lifetimes: lifetimes, tokenType: tokenType, clock: { clock.reading.wall + ahead.value }, script: script)
    session = Stage.session(requirement, store, revocations, server, key, clock, sleeper, looks)
  }

  /// A second launch of the same app.
  func relaunched() -> Session { Stage.session(requirement, store, revocations, server, key, clock, sleeper, looks) }

  /// The same after the device key was lost, or where it cannot be used.
  func relaunched(with key: any DeviceKey) -> Session {
    Stage.session(requirement, store, revocations, server, key, clock, sleeper, looks)
  }

  /// One that keeps there what the server has to be told.
  func session(keeping revocations: any RevocationStore) -> Session {
    Stage.session(requirement, store, revocations, server, key, clock, sleeper, looks)
  }

  private static func session(
    _ requirement: SessionRequirement, _ store: InMemorySessionStore, _ revocations: any RevocationStore,
    _ server: InMemoryTokenServer, _ key: any DeviceKey, _ clock: ManualDeviceClock, _ sleeper: Sleeper,
    _ looks: Shared<Int>
  ) -> Session {
    Session(
      requirement: requirement, environment: Stage.environment, store: store, revocations: revocations,
      exchange: server, key: key,
      surroundings: SessionSurroundings(
        clock: {
          looks.change { $0 += 1 }
          return clock.reading
        },
        sleep: { wait in
          sleeper.note(wait)
          clock.advance(by: wait)
        }, identifier: { UUID().uuidString }),
      random: SeededGenerator(seed: 7))
  }

  static let loginKey = LoginKey()
  static let environment = EnvironmentRequirement(
    endpoint: InMemoryTokenServer.issuer, pins: [], tokenKeys: [TestTokenIssuer.first.id, TestTokenIssuer.second.id],
    loginKey: Base64URL.encode(loginKey.publicDER))

  /// Enrols and signs in: the server's answers 1 and 2.
  static func loggedIn(
    _ requirement: SessionRequirement = SessionRequirement(), tokenType: String = "DPoP",
    lifetimes: (access: Int64, refresh: Int64?, session: Int64?) = (1800, nil, nil),
    then script: @escaping InMemoryTokenServer.Script = { _, _ in nil }
  ) async throws -> Stage {
    let stage = Stage(requirement, tokenType: tokenType, lifetimes: lifetimes) {
      request, number throws(SessionError) in number <= 2 ? nil : try await script(request, number)
    }
    try await stage.logIn()
    return stage
  }

  func logIn() async throws {
    try await session.enroll(report: "report")
    try await signIn()
  }

  func signIn(as user: String = "ada") async throws {
    try await session.logIn(user: user, password: Secret(copying: "correct horse".utf8))
  }

  /// What the session holds on disk.
  func stored() async throws -> StoredSession? { try await store.load() }

  static func refused(_ reason: RefusalReason, hints: AnswerHints = AnswerHints()) -> TokenAnswer {
    TokenAnswer(.failure(RefusalBody(.invalidGrant, reason, "no")), hints: hints)
  }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>
  init(_ value: Value) { state = Mutex(value) }
  var value: Value { state.withLock { $0 } }
  func change(_ change: @Sendable (inout Value) -> Void) { state.withLock { change(&$0) } }
}

func printed(_ value: Any) -> String {
  var text = String(describing: value) + "\n" + String(reflecting: value) + "\n"
  dump(value, to: &text)
  return text
}
