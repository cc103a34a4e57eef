import AppSession
import Crypto
import Foundation
import Redaction
import SecurityPolicy
import SecurityTesting
import Synchronization
import TrustWire

/// A key in memory.
struct KeyInHand: DeviceKey {
  let key = P256.Signing.PrivateKey()
  var publicKey: DevicePublicKey { DevicePublicKey(key.publicKey) }

  func signature(over bytes: [UInt8]) async throws(SessionError) -> [UInt8] {
    guard let signature = try? key.signature(for: bytes) else { throw .keyUnavailable }
    return [UInt8](signature.rawRepresentation)
  }
}

/// Keeps the sealed form, as a real store does, and fails when told to.
actor MemoryStore: SessionStore {
  private(set) var saved: [UInt8]?
  private var isFailing = false
  private var gate: Gate?
  /// How many saves wait at the gate.
  private(set) var waiting = 0

  /// Makes saves wait.
  func close(with gate: Gate) { self.gate = gate }

  func setFailing(_ failing: Bool) { isFailing = failing }

  func load() throws(SessionError) -> StoredSession? {
    guard let saved else { return nil }
    return try StoredSession(reading: Secret(copying: saved))
  }

  func save(_ session: StoredSession) async throws(SessionError) {
    if let gate {
      waiting += 1
      await gate.pass()
      waiting -= 1
    }
    if isFailing { throw .storage }
    saved = session.sealedForm().withExposedBytes { Array($0) }
  }

  func erase() throws(SessionError) { saved = nil }
}

/// A token endpoint that answers as its script says.
final class ScriptedExchange: TokenExchange {
  struct Asked: Sendable {
    let request: TokenRequest
    let appToken: String?
    let proof: String?
  }

  typealias Script = @Sendable (TokenRequest, Int) async -> Result<TokenResponse, SessionError>

  let address = "https://trust.test/v1/token"
  private let script: Script
  private let log = Mutex<[Asked]>([])

  init(_ script: @escaping Script) { self.script = script }

  var asked: [Asked] { log.withLock { $0 } }

  func exchange(
    _ request: TokenRequest, appToken: HeldToken?, proof: String?
  ) async throws(SessionError) -> TokenResponse {
    let number = log.withLock {
      $0.append(Asked(request: request, appToken: appToken?.exposedText(), proof: proof))
      return $0.count
    }
    return try await script(request, number).get()
  }
}

/// A door that stays shut until a test opens it.
final class Gate: Sendable {
  private let isOpen = Mutex(false)
  func open() { isOpen.withLock { $0 = true } }
  func pass() async { while !isOpen.withLock({ $0 }) { await Task.yield() } }
}

/// One installation with a clock that tests turn.
struct Stage: Sendable {
  let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
  let store = MemoryStore()
  let key = KeyInHand()
  let exchange: ScriptedExchange
  let session: Session
  let looks: Looks

  /// How often the clock was read.
  final class Looks: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  init(_ script: @escaping ScriptedExchange.Script = { .success(answer($1)) }) {
    let exchange = ScriptedExchange(script)
    let looks = Looks()
    self.exchange = exchange
    self.looks = looks
    session = Session(
      requirement: SessionRequirement(), store: store, exchange: exchange, key: key,
      now: { [clock] in
        looks.add()
        return clock.now
      }, identifier: { UUID().uuidString })
  }

  /// A second launch of the same app.
  func relaunched() -> Session {
    Session(
      requirement: SessionRequirement(), store: store, exchange: exchange, key: key, now: { [clock] in clock.now },
      identifier: { UUID().uuidString })
  }

  static func answer(_ number: Int) -> TokenResponse {
    TokenResponse(
      accessToken: "access-\(number)", refreshToken: "refresh-\(number)", tokenType: "DPoP", expiresIn: 1800,
      tier: .unattested)
  }

  var now: Int64 { Int64(clock.now.timeIntervalSince1970) }

  static let loginKey = P256.KeyAgreement.PrivateKey()

  func logIn() async throws {
    try await session.enroll(report: "report")
    try await signIn()
  }

  func signIn() async throws {
    try await session.logIn(
      user: "ada", password: Secret(copying: "correct horse".utf8),
      loginKey: [UInt8](Stage.loginKey.publicKey.x963Representation))
  }
}

func printed(_ value: Any) -> String {
  var text = String(describing: value) + "\n" + String(reflecting: value) + "\n"
  dump(value, to: &text)
  return text
}
