import AppIntegrity
import AppSession
import DataLifecycle
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
  /// The secrets of the app, for typed keys (`SecretKey`). Out of reach while a wipe is pending.
  public nonisolated let secrets: any SecretStore
  /// The PIN: its hash, device secret and attempt counter.
  public nonisolated let pin: PINVault
  private let app: AppIdentity
  let adapters: Adapters
  let client: TrustClient
  let session: Session
  let now: @Sendable () -> Date
  let wipe: Wipe
  let stores: OpenStores
  let gate: SecretGate
  let turn = Turn()
  var access: ReadAccess
  /// Whose data is open; nil for nobody in particular.
  var owner: String?
  var openingRecords: Task<Result<any RecordStore, ShieldError>, Never>?
  /// The upload under way, if any.
  var uploading: Task<Result<Int, ShieldError>, Never>?

  /// Makes a shield, after three things that come before anything may be read: a wipe that a crash interrupted is
  /// finished, what an earlier installation left is removed, and data of another account than the signed-in one goes.
  ///
  /// - Throws: ``ShieldError``; `wipeIncomplete` when a pending wipe still meets resistance; `storage(.locked)` while
  ///   the device is locked: nothing is decided then, call again.
  public static func open(
    policy: DevicePolicy, app: AppIdentity, adapters: Adapters,
    now: @escaping @Sendable () -> Date = { Date() },
    identifier: @escaping @Sendable () -> String = { UUID().uuidString },
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) async throws(ShieldError) -> Shield {
    let stores = OpenStores()
    let plan = try wipePlan(adapters, stores)
    var (wipe, access) = try await finishedWipe(plan, adapters.journal)
    let key: any DeviceKey
    var random = random
    let launch: FirstLaunchReport
    do {
      launch = try await FirstLaunch(store: adapters.secrets, container: adapters.container, legacy: adapters.legacy)
        .settle(using: &random)
    } catch {
      throw .storage(error)
    }
    if launch.state == .undetermined { throw .storage(.locked) }
    if launch.state == .reinstalled {
      do { access = try self.access(after: try await wipe.run(.reinstall)) } catch let error as ShieldError {
        throw error
      } catch let error as LifecycleError {
        throw .lifecycle(error)
      } catch {
        throw .lifecycle(.wipePending)
      }
    }
    do throws(StorageError) {
      key = try await adapters.openKey(adapters.secrets, AccessRequirement(policy.slice.storage))
    } catch {
      throw .storage(error)
    }
    let shield = try Shield(policy, app, adapters, key, wipe, access, stores, now, identifier, random)
    await stores.keep(shield.session)
    try await shield.openAccount()
    return shield
  }

  private static func finishedWipe(
    _ plan: WipePlan, _ journal: any WipeJournal
  ) async throws(ShieldError) -> (Wipe, ReadAccess) {
    let outcome: WipeOutcome
    let wipe: Wipe
    do {
      let opened = try Wipe.open(plan: plan, journal: journal)
      wipe = opened.wipe
      switch opened.opening {
      case .clear(let access): return (wipe, access)
      case .pending(let pending): outcome = try await pending.resume()
      }
    } catch {
      throw .lifecycle(error)
    }
    return (wipe, try access(after: outcome))
  }

  private init(
    _ policy: DevicePolicy, _ app: AppIdentity, _ adapters: Adapters, _ key: any DeviceKey, _ wipe: Wipe,
    _ access: ReadAccess, _ stores: OpenStores, _ now: @escaping @Sendable () -> Date,
    _ identifier: @escaping @Sendable () -> String, _ random: any RandomNumberGenerator & Sendable
  ) throws(ShieldError) {
    slice = policy.slice
    self.app = app
    self.adapters = adapters
    self.key = key
    self.wipe = wipe
    self.access = access
    self.stores = stores
    self.now = now
    gate = SecretGate(adapters.secrets)
    let gated = GatedSecrets(gate: gate)
    secrets = AppSecrets(secrets: gated, policy: slice.storage)
    do { pin = try PINVault(in: gated, under: slice.storage, random: random) } catch { throw .storage(error) }
    client = TrustClient(transport: adapters.transport, endpoint: slice.connection.endpoint)
    session = Session(
      requirement: slice.session,
      store: StoredSessionKeeper(store: adapters.secrets, access: AccessRequirement(slice.storage)),
      exchange: client, key: key, now: now, identifier: identifier)
  }

  /// Runs every probe now, without asking the server.
  /// - Throws: ``ShieldError/integrity(_:)``.
  public func checkDevice() throws(ShieldError) -> CheckResult {
    do {
      return try adapters.check.run(now: now())
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
    do { try access.require() } catch { throw .lifecycle(error) }
    do {
      return try await session.enroll(report: report)
    } catch {
      throw .session(error)
    }
  }

  /// Signs a person in. Data of another account that lies on this device is erased before anything is open again;
  /// records that were kept before anybody signed in become this person's.
  ///
  /// - Throws: ``ShieldError/session(_:)``; ``ShieldError/wipeIncomplete(_:)`` when another account's data resists: then
  ///   nothing is open. ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func logIn(user: String, password: borrowing Secret) async throws(ShieldError) {
    let loginKey = (try? Base64URL.decode(slice.connection.loginKey)) ?? []
    await turn.take()
    defer { turn.end() }
    do { try access.require() } catch { throw .lifecycle(error) }
    await closeAccount()
    do {
      try await session.logIn(user: user, password: password, loginKey: loginKey)
    } catch {
      // Whoever was signed in still is.
      try? await openAccount()
      throw .session(error)
    }
    try await openAccount()
  }

  /// Renews both tokens now; requests do it by themselves when a token is about to end.
  public func refresh() async throws(ShieldError) {
    do { try access.require() } catch { throw .lifecycle(error) }
    do {
      try await session.refresh(.app)
      try await session.refresh(.user)
    } catch {
      throw .session(error)
    }
  }

  /// Sends one request with both tokens and its proof. A 401 for an access token is answered by one refresh and one
  /// more attempt.
  ///
  /// - Parameter generation: of the gate, when the batch was read: it never goes out with another person's tokens.
  func authorized(_ batch: RecordBatch, _ generation: Int) async throws(SessionError) -> RecordReceipt {
    do throws(SessionError) {
      return try await send(batch, generation)
    } catch .refused(let body) where body.reason == .tokenExpired || body.reason == .tokenInvalid {
      guard gate.current == generation else { throw .ended }
      try await session.refresh(.app)
      try await session.refresh(.user)
      return try await send(batch, generation)
    } catch {
      throw error
    }
  }

  private func send(_ batch: RecordBatch, _ generation: Int) async throws(SessionError) -> RecordReceipt {
    let address = client.endpoint + TrustRoute.records.rawValue
    let headers = try await session.headers(method: "POST", address: address)
    guard gate.current == generation, !Task.isCancelled else { throw .ended }
    return try await client.upload(batch, headers: headers)
  }
}
