import AppIntegrity
import AppSession
import Crypto
import Foundation
import HTTPTypes
import NetworkTrust
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy
import TrustWire
import UntrustedInput

/// The app's façade: every protection, wired to this platform's adapters from one policy slice.
///
/// - Protects against: see each room; this actor adds no protection, it only lets none be left out.
/// - Does not protect against: whoever controls the process. Decisions that matter are the server's.
public actor Shield {
  public nonisolated let slice: PolicySlice
  public nonisolated let key: any DeviceKey
  private let app: AppIdentity
  private let check: SecurityCheck
  private let secrets: any SecretStore
  let records: any RecordStore
  let client: TrustClient
  private let session: Session
  let now: @Sendable () -> Date

  /// What the shield stands on; ``Shield/linux(policy:app:folder:deviceRoot:port:)`` makes one for Linux.
  public struct Adapters: Sendable {
    public var key: any DeviceKey
    public var secrets: any SecretStore
    public var records: any RecordStore
    public var transport: any HTTPTransport
    public var check: SecurityCheck

    public init(
      key: any DeviceKey, secrets: any SecretStore, records: any RecordStore, transport: any HTTPTransport,
      check: SecurityCheck
    ) {
      self.key = key
      self.secrets = secrets
      self.records = records
      self.transport = transport
      self.check = check
    }
  }

  /// - Throws: ``ShieldError``.
  public init(
    policy: DevicePolicy, app: AppIdentity, adapters: Adapters,
    now: @escaping @Sendable () -> Date = { Date() },
    identifier: @escaping @Sendable () -> String = { UUID().uuidString }
  ) throws(ShieldError) {
    slice = policy.slice
    key = adapters.key
    check = adapters.check
    secrets = adapters.secrets
    records = adapters.records
    client = TrustClient(transport: adapters.transport, endpoint: policy.slice.connection.endpoint)
    guard let keeper = StoredSessionKeeper(store: adapters.secrets, access: AccessRequirement(slice.storage)) else {
      throw .session(.storage)
    }
    session = Session(
      requirement: policy.slice.session, store: keeper, exchange: client, key: adapters.key, now: now,
      identifier: identifier)
    self.app = app
    self.now = now
  }

  /// Runs every probe now, without asking the server.
  /// - Throws: ``ShieldError/integrity(_:)``.
  public func checkDevice() throws(ShieldError) -> CheckResult {
    do {
      return try check.run(now: now())
    } catch {
      throw .integrity(error)
    }
  }

  /// Runs the check and signs what it saw, in answer to a fresh challenge of the server.
  public func signedReport() async throws(ShieldError) -> String {
    let result = try checkDevice()
    do throws(SessionError) {
      let challenge = try await client.challenge().challenge
      let report = SecurityReport(
        result, challenge: challenge, app: app, slice: slice, profile: BuildProfile.current)
      let key = key
      return try await SignedMessage.compact(.report, payload: report.bytes, key: key.publicKey) {
        bytes throws(SessionError) in try await key.signature(over: bytes)
      }
    } catch {
      throw .session(error)
    }
  }

  /// Checks, reports, and keeps the AppToken that the report earns.
  ///
  /// - Returns: how far the server believes this device.
  /// - Throws: ``ShieldError/session(_:)`` with `refused` and the server's decision code.
  @discardableResult
  public func enroll() async throws(ShieldError) -> TrustTier {
    try await enroll(report: try await signedReport())
  }

  /// Sends a report that was signed before. A report is good once.
  @discardableResult
  public func enroll(report: String) async throws(ShieldError) -> TrustTier {
    do {
      return try await session.enroll(report: report)
    } catch {
      throw .session(error)
    }
  }

  /// Signs a person in.
  public func logIn(user: String, password: borrowing Secret) async throws(ShieldError) {
    let loginKey = (try? Base64URL.decode(slice.connection.loginKey)) ?? []
    do {
      try await session.logIn(user: user, password: password, loginKey: loginKey)
    } catch {
      throw .session(error)
    }
  }

  /// Renews both tokens now; requests do it by themselves when a token is about to end.
  public func refresh() async throws(ShieldError) {
    do {
      try await session.refresh(.app)
      try await session.refresh(.user)
    } catch {
      throw .session(error)
    }
  }

  /// Sends one request with both tokens and its proof. A 401 for an access token is answered by one refresh and one
  /// more attempt.
  func authorized(_ batch: RecordBatch) async throws(SessionError) -> RecordReceipt {
    let address = client.endpoint + TrustRoute.records.rawValue
    do throws(SessionError) {
      return try await client.upload(batch, headers: try await session.headers(method: "POST", address: address))
    } catch .refused(let body) where body.reason == .tokenExpired || body.reason == .tokenInvalid {
      try await session.refresh(.app)
      try await session.refresh(.user)
      return try await client.upload(batch, headers: try await session.headers(method: "POST", address: address))
    } catch {
      throw error
    }
  }
}
