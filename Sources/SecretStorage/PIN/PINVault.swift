import Redaction
public import SecurityPolicy

/// Sets and checks the PIN in a secret store: hash, device secret and attempt counter.
///
/// - An attempt is counted, durably, before it is compared: ending the app during the comparison saves no try.
/// - Checks wait for each other, so that two at once count as two. Two vaults on one store do not wait.
/// - An older or weaker hash is replaced at the next correct entry.
/// - Lets nobody try for ever where ``check(_:limit:)`` is used: whether a try is left is decided in the same turn that
///   counts and compares it. A look at ``attempts()`` before ``check(_:)`` decides nothing when several callers look
///   at once.
/// - Does not notice an older counter that was put back when the store does not: `SecretFiles` of LinuxSecretFiles finds
///   an older `pin.attempts` alone, but not one that was put back together with the store's index.
///
/// Source: BSI TR-03161-1 O.Auth_7, O.Pass_5; MASVS-AUTH-2.
public actor PINVault {
  /// Where the hash rests; a migration may put an older app's hash here.
  public nonisolated let hashKey: SecretKey<StoredPINHash>
  private let attemptsKey: SecretKey<PINAttempts>
  private let deviceSecretKey: SecretKey<Secret>
  private let store: any SecretStore
  private let parameters: PINHashParameters
  private var random: any RandomNumberGenerator & Sendable
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter random: the source of salts and of the device secret: the system's generator outside of tests.
  /// - Throws: ``StorageError/misplaced(_:)`` when the policy keeps no PIN hash or no key at rest.
  public init(
    in store: any SecretStore, under policy: StorageRequirement, access: AccessRequirement? = nil,
    parameters: PINHashParameters = .standard, random: any RandomNumberGenerator & Sendable
  ) throws(StorageError) {
    hashKey = try SecretKey(SecretName(constant: "pin.hash"), under: policy, access: access)
    attemptsKey = try SecretKey(PINAttempts.secretName, under: policy)
    deviceSecretKey = try SecretKey(
      SecretName(constant: "pin.device-secret"), holding: .cryptographicKey, under: policy)
    self.store = store
    self.parameters = parameters
    self.random = random
  }

  /// Sets the PIN, replacing an older one, and forgets the tries. The device secret is made at the first time.
  ///
  /// - Throws: the errors of the store; then the older PIN still stands, or the new one with the older count.
  public func set(_ pin: borrowing PIN) async throws(StorageError) {
    await enter()
    defer { leave() }
    try await write(pin, keyedWith: try await deviceSecret())
    try await store.write(PINAttempts(), to: attemptsKey)
  }

  /// The answer of ``check(_:limit:)`` when no try is left: nothing was counted and nothing compared.
  public static let noTryLeft = Verdict.undetermined("no try is left; the PIN was not compared")

  /// Checks unless the tries since the last success have reached the limit; then the answer is ``noTryLeft``, also for
  /// the right PIN, until ``set(_:)`` forgets the tries.
  ///
  /// - Parameter limit: the most tries since the last success. Zero or less allows none.
  /// - Returns: otherwise what ``check(_:)`` returns.
  /// - Throws: the errors of the store; nothing was compared when reading the count or counting failed.
  public func check(_ pin: borrowing PIN, limit: Int) async throws(StorageError) -> Verdict {
    try await compare(pin, limit: limit)
  }

  /// Counts the attempt, then compares, however many tries there were: use ``check(_:limit:)`` unless something else
  /// limits them. A success sets the count to zero.
  ///
  /// `undetermined` when no PIN is set, when its device secret is gone (set it anew), or when the hash could not be
  /// computed.
  /// - Throws: the errors of the store; nothing was compared when counting failed.
  public func check(_ pin: borrowing PIN) async throws(StorageError) -> Verdict {
    try await compare(pin, limit: nil)
  }

  private func compare(_ pin: borrowing PIN, limit: Int?) async throws(StorageError) -> Verdict {
    await enter()
    defer { leave() }
    guard let hash = try await store.read(hashKey) else { return .undetermined("no PIN is set") }
    let before = try await store.read(attemptsKey) ?? PINAttempts()
    if let limit, before.count >= limit { return Self.noTryLeft }
    try await store.write(before.next, to: attemptsKey)  // O.Auth_7#20
    if hash.isKeyed, try await !store.contains(deviceSecretKey) {
      return .undetermined("the secret that the PIN was hashed with is gone; the PIN has to be set anew")
    }
    let deviceSecret = try await deviceSecret()
    let verdict = hash.verify(pin, keyedWith: deviceSecret)
    guard verdict == .holds else { return verdict }
    if hash.needsUpgrade(to: parameters) {
      // Without room for the new hash the old one still holds; the next correct entry tries again.
      do throws(StorageError) { try await write(pin, keyedWith: deviceSecret) } catch {}
    }
    try await store.write(PINAttempts(), to: attemptsKey)
    return .holds
  }

  /// The tries since the last success; zero when there were none.
  ///
  /// - Throws: the errors of the store: an unreadable counter is not zero.
  public func attempts() async throws(StorageError) -> PINAttempts {
    try await store.read(attemptsKey) ?? PINAttempts()
  }

  /// Removes hash and device secret; the counter stays. Removing twice is no error.
  public func remove() async throws(StorageError) {
    await enter()
    defer { leave() }
    try await store.remove(hashKey)
    try await store.remove(deviceSecretKey)
  }

  private func write(_ pin: borrowing PIN, keyedWith deviceSecret: borrowing Secret) async throws(StorageError) {
    let hash = try PINHash(of: pin, keyedWith: deviceSecret, parameters: parameters, using: &random)
    try await store.write(StoredPINHash.current(hash), to: hashKey)
  }

  private func deviceSecret() async throws(StorageError) -> Secret {
    if let secret = try await store.read(deviceSecretKey) { return secret }
    let secret = Secret(count: PINHash.deviceSecretCount) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
    }
    try await store.write(secret, to: deviceSecretKey)
    return secret
  }

  private func enter() async {
    guard isBusy else { return isBusy = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}
