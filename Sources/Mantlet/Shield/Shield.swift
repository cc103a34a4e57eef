import AppIntegrity
import AppSession
import DataLifecycle
import Foundation
import HTTPTypes
import NetworkTrust
import Redaction
import ScreenPrivacy
import SealedRecords
import SecretStorage
import SecurityPolicy
import Synchronization
import TrustWire

/// The app's façade: every protection, wired to this platform's adapters from one policy slice.
///
/// - Protects against: see each room; this actor adds no protection, it only lets none be left out.
/// - Does not protect against: whoever controls the process. Decisions that matter are the server's.
public actor Shield {
  public nonisolated let slice: PolicySlice
  public nonisolated let key: any DeviceKey
  /// The secrets of the app, for typed keys (`SecretKey`). Out of reach while a wipe is pending; not readable while the
  /// session is locked or over.
  public nonisolated let secrets: any SecretStore
  /// The PIN: its hash, device secret and attempt counter. An app has ``setPIN(_:)`` and ``unlock(pin:)``, which know the
  /// policy and the session.
  package nonisolated let pin: PINVault
  let app: AppIdentity
  nonisolated let adapters: Adapters
  let client: TrustClient
  package nonisolated let session: Session
  let surroundings: SessionSurroundings
  nonisolated let board = NoticeBoard()
  /// Whether the person has just signed in with the password: then a PIN may be set in the place of a forgotten one.
  var hasJustSignedIn = false
  nonisolated let now: @Sendable () -> Date
  /// The one history of this device's checks.
  nonisolated let checks: CheckLog
  /// What happened to the app's picture since the last check.
  nonisolated let screenLog = ScreenLog()
  /// Who is asked before a session with the server begins.
  nonisolated let asked = AskedWatch()
  let attesting: (any DeviceAttesting)?
  /// One report after the other: the next one has to know what became of the key.
  let reporting = Turn()
  /// Reports that were signed and not sent yet.
  var issued: [MadeReport] = []
  nonisolated let openIdentity: OpenIdentity
  package nonisolated let wipe: Wipe
  let stores: OpenStores
  let gate: SecretGate
  let turn = Turn()
  var access: ReadAccess
  /// Whose data is open, in UTF-8: two texts that Swift calls equal may be two accounts. Nil for nobody in particular.
  var owner: [UInt8]?
  /// The same with what tells that person from others, for a login after the session was lost.
  var noted: DataOwner?
  var openingRecords: Task<Result<HandedRecords, ShieldError>, Never>?
  /// Whether the person is changing: from then on nothing is opened for the one who leaves.
  var isClosing = false
  /// The upload under way, if any.
  var uploading: Task<Result<Int, ShieldError>, Never>?

  /// Makes a shield, after what comes before anything may be read: a wipe that a crash interrupted is finished, what an
  /// earlier installation left is removed, what an older version of the app kept elsewhere is moved (``migration`` says
  /// how far), and data of another account than the signed-in one goes.
  ///
  /// When the tries of the PIN are used up, or the device was found to be unsafe, what the policy erases goes before
  /// anything is open.
  ///
  /// - Parameter surroundings: clocks, waiting and names for proofs; nil for the system's own, with `now` as its wall
  ///   clock.
  /// - Throws: ``ShieldError``; `wipeIncomplete` when a pending wipe still meets resistance; `storage(.misplaced)` for a
  ///   policy that keeps tokens, keys, the mark of the installation or the PIN's hash nowhere: nothing is written then;
  ///   `storage(.ownPlace)` for an older place that is the secret store's own: nothing is touched then;
  ///   `storage(.locked)` while the device is locked: nothing is decided then, call again.
  public static func open(
    policy: DevicePolicy, app: AppIdentity, adapters: Adapters,
    now: @escaping @Sendable () -> Date = { Date() },
    identifier: @escaping @Sendable () -> String = { UUID().uuidString },
    surroundings: SessionSurroundings? = nil,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) async throws(ShieldError) -> Shield {
    try requireApart(adapters)
    let stores = OpenStores()
    let kept = KeptItem(
      store: adapters.secrets, name: KeptItem.checks, access: AccessRequirement().within(policy.slice.storage))
    let checks = CheckLog(keeper: kept)
    let push = StoredPushState(store: adapters.secrets, access: AccessRequirement(policy.slice.storage))
    let plan = try wipePlan(adapters, stores, CheckWipe(log: checks, item: kept), push)
    var (wipe, access) = try await finishedWipe(plan, adapters.journal)
    try requirePlaces(policy.slice.storage.places)
    let key: any DeviceKey
    let launch = try await settleInstallation(adapters, random)
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
    await stores.keep(await migrate(adapters, policy.slice.storage))
    await stores.observePressure(adapters.observePressure)
    do throws(StorageError) {
      key = try await adapters.openKey(adapters.secrets, AccessRequirement(policy.slice.storage))
    } catch {
      throw .storage(error)
    }
    let shield = try Shield(
      policy, app, adapters, key, wipe, access, stores, checks, now,
      surroundings ?? .system(wall: now, identifier: identifier),
      random)
    await stores.keep(shield.session)
    try await shield.openAccount()
    if shield.gate.isOrphaned { shield.board.post(.ended(.storeDamaged)) }
    try await shield.eraseIfExhausted()
    try await shield.eraseIfUnsafe()
    // Nobody waits for it: what an earlier launch could not tell the server is told when it answers.
    await shield.tellServer()
    await shield.tendPins()
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
      throw error == .locked ? .storage(.locked) : .lifecycle(error)
    }
    return (wipe, try access(after: outcome))
  }

  private init(
    _ policy: DevicePolicy, _ app: AppIdentity, _ adapters: Adapters, _ key: any DeviceKey, _ wipe: Wipe,
    _ access: ReadAccess, _ stores: OpenStores, _ checks: CheckLog, _ now: @escaping @Sendable () -> Date,
    _ surroundings: SessionSurroundings, _ random: any RandomNumberGenerator & Sendable
  ) throws(ShieldError) {
    slice = policy.slice
    self.app = app
    self.adapters = adapters
    self.key = key
    self.wipe = wipe
    self.access = access
    self.stores = stores
    self.checks = checks
    attesting = adapters.openAttesting?(adapters.secrets, AccessRequirement().within(policy.slice.storage))
    self.now = now
    self.surroundings = surroundings
    gate = SecretGate(adapters.secrets)
    openIdentity = OpenIdentity(
      gate, access: AccessRequirement(slice.storage), keys: adapters.clientKeys, rule: adapters.clientRenewal,
      changed: adapters.identityChanged)
    do {
      // Each call ends with the person whom it began with: hashing takes long enough for another one to sign in.
      pin = try PINVault(under: slice.storage, parameters: adapters.pinParameters, random: random) { [gate] in
        GatedSecrets(gate: gate, generation: gate.current ?? 0)
      }
    } catch {
      throw .storage(error)
    }
    let endpoint = slice.connection.endpoint
    client = TrustClient(
      transport: adapters.pinUpkeep?.recalling(adapters.transport, at: endpoint, now: now) ?? adapters.transport,
      endpoint: endpoint)
    let access = AccessRequirement(slice.storage)
    session = Session(
      requirement: slice.session, environment: slice.connection,
      store: StoredSessionKeeper(store: adapters.secrets, access: access),
      revocations: StoredRevocations(store: adapters.secrets, access: access), exchange: client, key: key,
      surroundings: surroundings, random: random)
    secrets = AppSecrets(GatedSecrets(gate: gate), under: slice.storage) { [session, gate] in
      gate.isOrphaned ? .ended(.storeDamaged) : try? await session.state()
    }
  }

  /// Signs a person in. Data of another account that lies on this device is erased before anything is open again;
  /// records that were kept before anybody signed in become this person's.
  ///
  /// While the server is asked everything goes on; when it refuses, or does not answer, nothing has changed. Whoever
  /// signs in again finds everything open as it was. The app's watch is asked first
  /// (``integrityWatch(insecureProfile:clock:dice:exit:notify:)``); without one the device is not checked here.
  ///
  /// - Throws: ``ShieldError/sessionForbidden(_:)``, before anything of this call is sent, or after it for what another
  ///   check found while the server was asked: nobody is signed in then; ``ShieldError/session(_:)``;
  ///   ``ShieldError/wipeIncomplete(_:)`` when another account's data resists: then nothing is open.
  ///   ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func logIn(user: String, password: borrowing Secret) async throws(ShieldError) {
    do { try access.require() } catch { throw .lifecycle(error) }
    let admission = try await askWatch()
    try await signIn(user: user, password: password, after: admission)
  }

  /// The log-in after the device was judged.
  func signIn(user: String, password: borrowing Secret, after admission: Admission) async throws(ShieldError) {
    do { try access.require() } catch { throw .lifecycle(error) }
    let hasTurn = Mutex(false)
    defer { if hasTurn.withLock({ $0 }) { turn.end() } }
    do {
      try await session.logIn(user: user, password: password, leftBy: noted, tellingServer: false) { [self] account in
        await turn.take()
        hasTurn.withLock { $0 = true }
        await makeWay(for: account)
      }
    } catch {
      // Whoever was signed in still is.
      if hasTurn.withLock({ $0 }) { try? await openAccount() }
      throw forbidden(error, since: admission)
    }
    // Nobody's data waits for what the server is told about the session before.
    tellServer()
    if asked.shut(since: admission.mark) != nil {
      // There was nobody to sign out yet when it was found.
      try? await session.end(because: .deviceInsecure, tellingServer: false)
      tellServer()
      try? await openAccount()
      try requireUnshut(since: admission)
    }
    try await openAccount()
    hasJustSignedIn = true
  }

  /// Renews both tokens now, after the app's watch was asked. Requests renew a token by themselves when it is about to
  /// end: that goes on with a session that has begun, and asks nobody.
  ///
  /// - Throws: ``ShieldError/sessionForbidden(_:)``, before anything of this call is sent; ``ShieldError/session(_:)``;
  ///   ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func refresh() async throws(ShieldError) {
    do { try access.require() } catch { throw .lifecycle(error) }
    _ = try await askWatch()
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
    let address = client.endpoint + TrustRoute.records.rawValue
    return try await session.authorized(method: "POST", address: address) {
      [gate, client, session] headers throws(SessionError) in
      guard gate.current == generation, !Task.isCancelled else { throw .ended(.loggedOut) }
      let sent = session.uptime
      return try await client.upload(batch, headers: headers) { await session.hear($0, sentAt: sent) }
    }
  }
}
