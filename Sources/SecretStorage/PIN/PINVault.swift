import Redaction
public import SecurityPolicy

/// Sets and checks the PIN in a secret store: hash, device secret and attempt counter.
///
/// - An attempt is counted, durably, before it is compared: ending the app during the comparison saves no try.
/// - Checks wait for each other, so that two at once count as two. Two vaults on one store do not wait.
/// - An older or weaker hash is replaced at the next correct entry.
/// - Lets nobody try for ever, nor fast, where ``check(_:under:clock:)`` is used: whether a try is left and whether its
///   time has come is decided in the same turn that counts and compares it. A look at ``attempts()`` decides nothing
///   when several callers look at once.
/// - A delay is not shortened by ending the app, by installing it anew, by setting the clock or by restarting the device:
///   where nobody can tell how much of it is over it begins anew. So whoever holds the device can make its owner wait,
///   for an hour at most.
/// - A counter that was deleted alone leaves no try. A hash of an older app comes without one and may be tried.
/// - Does not notice an older counter that was put back when the store does not: `SecretFiles` of LinuxSecretFiles finds
///   an older `pin.attempts` alone, but not one that was put back together with the store's index.
///
/// Source: BSI TR-03161-1 O.Auth_7, O.Pass_5; MASVS-AUTH-2.
public actor PINVault {
  /// Where the hash rests; a migration may put an older app's hash here.
  public nonisolated let hashKey: SecretKey<StoredPINHash>
  private let attemptsKey: SecretKey<PINAttempts>
  private let deviceSecretKey: SecretKey<Secret>
  private let stores: @Sendable () -> any SecretStore
  private let parameters: PINHashParameters
  private var random: any RandomNumberGenerator & Sendable
  /// Stands for the device's start where the platform does not name it: no process outlives one.
  private let process: [UInt8]
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter random: the source of salts and of the device secret: the system's generator outside of tests.
  /// - Throws: ``StorageError/misplaced(_:)`` when the policy keeps no PIN hash or no key at rest.
  public init(
    in store: any SecretStore, under policy: StorageRequirement, access: AccessRequirement? = nil,
    parameters: PINHashParameters = .standard, random: any RandomNumberGenerator & Sendable
  ) throws(StorageError) {
    try self.init(under: policy, access: access, parameters: parameters, random: random) { store }
  }

  /// - Parameter stores: gives each call a store of its own, which may end before the call does.
  package init(
    under policy: StorageRequirement, access: AccessRequirement? = nil, parameters: PINHashParameters = .standard,
    random: any RandomNumberGenerator & Sendable, stores: @escaping @Sendable () -> any SecretStore
  ) throws(StorageError) {
    hashKey = try SecretKey(SecretName(constant: "pin.hash"), under: policy, access: access)
    attemptsKey = try SecretKey(PINAttempts.secretName, under: policy)
    deviceSecretKey = try SecretKey(
      SecretName(constant: "pin.device-secret"), holding: .cryptographicKey, under: policy)
    self.stores = stores
    self.parameters = parameters
    var random = random
    process = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next() as UInt64) }
    self.random = random
  }

  /// Sets the PIN if the rules have nothing against it.
  ///
  /// - Throws: ``StorageError/pinRefused(_:)`` before anything changes; the errors of ``set(_:)``.
  public func set(_ pin: borrowing PIN, under rules: PINRules) async throws(StorageError) {
    if let weakness = rules.weakness(of: pin) { throw .pinRefused(weakness) }
    try await set(pin)
  }

  /// Sets the PIN, replacing an older one, and forgets the tries. The device secret is made at the first time.
  ///
  /// - Throws: the errors of the store; then the older PIN still stands, or the new one with the older count.
  public func set(_ pin: borrowing PIN) async throws(StorageError) {
    let store = stores()
    await enter()
    defer { leave() }
    if try await !store.contains(attemptsKey) {
      // First: a hash without a counter opens nothing, and the end of the app may come in between.
      let before = try await attempts(in: store)
      // Another process may have made one and counted in it.
      do throws(StorageError) { try await store.add(before, to: attemptsKey) } catch .duplicate {} catch { throw error }
    }
    try await write(pin, keyedWith: try await deviceSecret(in: store), in: store)
    // mantlet:allow unprotected-file: the secret store writes it, not a file
    try await store.write(PINAttempts(), to: attemptsKey)
  }

  /// Checks when a try is left and the last one is long enough ago; counts it, durably, before it is compared.
  ///
  /// - Parameter clock: read once, when it is this try's turn.
  /// - Throws: the errors of the store; nothing was compared when reading the count or counting failed.
  public func check(
    _ pin: borrowing PIN, under rules: PINRules, clock: @Sendable () -> PINClockReading
  ) async throws(StorageError) -> PINOutcome {
    let store = stores()
    await enter()
    defer { leave() }
    guard let hash = try await store.read(hashKey) else { return .undetermined("no PIN is set") }
    let before = try await attempts(in: store)
    guard rules.triesLeft(after: before.count) > 0 else { return .noTryLeft }
    let now = PINAttempts.Moment(clock(), unnamed: process)
    let wait = before.remaining(of: rules.delay(after: before.count), at: now)  // O.Auth_7#120
    if wait > .zero {
      try await begin(before, at: now, in: store)
      return .mustWait(wait)
    }
    let after = PINAttempts(count: before.next.count, since: now)
    switch try await compare(pin, with: hash, counting: after, in: store) {
    case .holds: return .holds
    case .undetermined(let reason): return .undetermined(reason)
    case .fails:
      let left = rules.triesLeft(after: after.count)
      return left > 0 ? .wrong(triesLeft: left, wait: rules.delay(after: after.count)) : .noTryLeft
    }
  }

  /// How long nobody may try. Counts nothing; a wait that begins anew begins here: whoever only looks sees its end.
  ///
  /// - Throws: the errors of the store.
  public func wait(under rules: PINRules, at now: PINClockReading) async throws(StorageError) -> Duration {
    let store = stores()
    await enter()
    defer { leave() }
    let attempts = try await attempts(in: store)
    let now = PINAttempts.Moment(now, unnamed: process)
    let wait = attempts.remaining(of: rules.delay(after: attempts.count), at: now)
    if wait > .zero { try await begin(attempts, at: now, in: store) }
    return wait
  }

  /// From a time that says nothing any more no delay would ever be over.
  private func begin(
    _ attempts: PINAttempts, at now: PINAttempts.Moment, in store: any SecretStore
  ) async throws(StorageError) {
    guard attempts.since?.elapsed(at: now) == nil else { return }
    try await store.write(PINAttempts(count: attempts.count, since: now), to: attemptsKey)
  }

  /// The answer of ``check(_:limit:)`` when no try is left: nothing was counted and nothing compared.
  public static let noTryLeft = Verdict.undetermined("no try is left; the PIN was not compared")

  /// Checks unless the tries since the last success have reached the limit; then the answer is ``noTryLeft``, also for
  /// the right PIN, until ``set(_:)`` forgets the tries. Without delays: ``check(_:under:clock:)`` has them.
  ///
  /// - Parameter limit: the most tries since the last success. Zero or less allows none.
  /// - Returns: otherwise `undetermined` when no PIN is set, when its device secret is gone (set it anew), or when the hash
  ///   could not be computed.
  /// - Throws: the errors of the store; nothing was compared when reading the count or counting failed.
  public func check(_ pin: borrowing PIN, limit: Int) async throws(StorageError) -> Verdict {
    try await check(pin, atMost: limit)
  }

  /// Counts the attempt, then compares, however many tries there were: for tests. A success sets the count to zero.
  ///
  /// `undetermined` when no PIN is set, when its device secret is gone (set it anew), or when the hash could not be
  /// computed.
  /// - Throws: the errors of the store; nothing was compared when counting failed.
  package func check(_ pin: borrowing PIN) async throws(StorageError) -> Verdict {
    try await check(pin, atMost: .max)
  }

  private func check(_ pin: borrowing PIN, atMost limit: Int) async throws(StorageError) -> Verdict {
    let store = stores()
    await enter()
    defer { leave() }
    guard let hash = try await store.read(hashKey) else { return .undetermined("no PIN is set") }
    let before = try await attempts(in: store)
    guard before.count < limit else { return Self.noTryLeft }
    return try await compare(pin, with: hash, counting: before.next, in: store)
  }

  private func compare(
    _ pin: borrowing PIN, with hash: borrowing StoredPINHash, counting attempt: PINAttempts, in store: any SecretStore
  ) async throws(StorageError) -> Verdict {
    try await store.write(attempt, to: attemptsKey)  // O.Auth_7#20
    if hash.isKeyed, try await !store.contains(deviceSecretKey) {
      return .undetermined("the secret that the PIN was hashed with is gone; the PIN has to be set anew")
    }
    let deviceSecret = try await deviceSecret(in: store)
    let verdict = hash.verify(pin, keyedWith: deviceSecret)
    guard verdict == .holds else { return verdict }
    if hash.needsUpgrade(to: parameters) {
      // Without room for the new hash the old one still holds; the next correct entry tries again.
      do throws(StorageError) { try await write(pin, keyedWith: deviceSecret, in: store) } catch {}
    }
    try await store.write(PINAttempts(), to: attemptsKey)
    return .holds
  }

  /// Whether a PIN is set. Reads no secret.
  public func isSet() async throws(StorageError) -> Bool { try await stores().contains(hashKey) }

  /// The tries since the last success; zero when there were none, and the largest number when the counter of a PIN is
  /// gone.
  ///
  /// - Throws: the errors of the store: an unreadable counter is not zero.
  public func attempts() async throws(StorageError) -> PINAttempts {
    try await attempts(in: stores())
  }

  /// A counter that is gone beside a hash that was never without one was taken away: no try is left until the PIN is set
  /// anew. A hash of an older app comes without one.
  private func attempts(in store: any SecretStore) async throws(StorageError) -> PINAttempts {
    if let attempts = try await store.read(attemptsKey) { return attempts }
    guard let hash = try await store.read(hashKey), hash.isKeyed else { return PINAttempts() }
    return PINAttempts(count: .max)  // O.Auth_7#122
  }

  /// Removes hash and device secret; the counter stays. Removing twice is no error.
  public func remove() async throws(StorageError) {
    let store = stores()
    await enter()
    defer { leave() }
    try await store.remove(hashKey)
    try await store.remove(deviceSecretKey)
  }

  private func write(
    _ pin: borrowing PIN, keyedWith deviceSecret: borrowing Secret, in store: any SecretStore
  ) async throws(StorageError) {
    let hash = try PINHash(of: pin, keyedWith: deviceSecret, parameters: parameters, using: &random)
    try await store.write(StoredPINHash.current(hash), to: hashKey)
  }

  private func deviceSecret(in store: any SecretStore) async throws(StorageError) -> Secret {
    if let secret = try await store.read(deviceSecretKey) { return secret }
    let secret = Secret(count: PINHash.deviceSecretCount) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
    }
    // Under a second one the hash that another process keyed with the first would open for nobody.
    return try await store.addOrRead(secret, as: deviceSecretKey.name, access: deviceSecretKey.access)
  }

  private func enter() async {
    guard isBusy else { return isBusy = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}
