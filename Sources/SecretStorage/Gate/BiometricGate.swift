import Redaction
public import SecurityPolicy

/// A gate that only the owner's face or finger opens: behind it lies a key of 256 bits, never a Bool.
///
/// The key rests in an item that the system itself gives out only to the biometric set that was enrolled when the gate
/// was set up, on a device with a passcode. What it gave out is compared with what was made then, so an item that
/// somebody else put there opens nothing.
///
/// - Protects against: code that skips the prompt or turns its answer; a face or finger that somebody added later.
/// - Does not protect against: whoever controls the process while the key is in use. A gate is a shorter way than the
///   PIN and never the only one: systems ask for another proof after a restart and after failures.
/// - A gate that is made, or taken away, is none until that is done: a program that ends in between, and whoever opens
///   meanwhile, find ``BiometricOutcome/notSetUp``. Not where another task or process takes the gate away or sets one up
///   at the same time *and* ends in the middle: that may read as a changed enrolment. The PIN is asked for then.
///
/// Source: MASVS-AUTH-2; BSI TR-03161-1 O.Auth_5; Apple, "Accessing keychain items with Face ID or Touch ID".
public struct BiometricGate: Sendable {
  /// Where the key lies.
  public let key: SecretKey<Secret>
  /// There from the end of a set-up on, until a removal begins.
  private let mark: SecretKey<GateMark>
  /// Whose set-up it is; holds what the mark will hold.
  private let claim: SecretKey<GateMark>
  private let store: any SecretStore
  private let owner: any OwnerPresence

  /// - Parameters:
  ///   - store: where the gate is made and taken away; asks nobody.
  ///   - owner: the same items, read with their owner.
  /// - Throws: ``StorageError/misplaced(_:)`` when the policy keeps no key at rest.
  public init(
    in store: any SecretStore, owner: any OwnerPresence, under policy: StorageRequirement
  ) throws(StorageError) {
    key = try SecretKey(
      SecretName(constant: "pin.gate-key"), holding: .cryptographicKey, under: policy,
      access: AccessRequirement(.whenPasscodeSetThisDeviceOnly, presence: .currentBiometry))  // MASVS-AUTH-2#120
    mark = try SecretKey(SecretName(constant: "pin.gate-mark"), under: policy)
    claim = try SecretKey(SecretName(constant: "pin.gate-claim"), under: policy)
    self.store = store
    self.owner = owner
  }

  /// Makes a new gate in the place of an older one. Call it when the person has just proved to be there.
  ///
  /// - Parameter random: draws the key; the system's generator outside of tests.
  /// - Throws: ``StorageError/passcodeNotSet(_:)`` on a device without one; ``StorageError/unenforceable(_:)`` where no
  ///   owner can be asked; ``StorageError/duplicate(_:)`` when somebody else sets one up or takes it away meanwhile: what
  ///   stands then is theirs; what the store throws. Of two who set up a gate at once at least one returns, and the gate
  ///   opens with the key of one that did.
  public func setUp(using random: inout some RandomNumberGenerator) async throws(StorageError) {
    if case .fails = await owner.passcode() { throw .passcodeNotSet(0) }  // O.Plat_1#120
    // An item of an older set is in the way of the new one and asks for an owner who is no more.
    try await remove()
    let secret = Secret(count: GateMark.keyCount) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: random.next() as UInt64) }
    }
    let made = GateMark(of: secret, enrolment: await owner.enrolment())
    // Whose claim stands has the gate; all others touch nothing any more.
    try await store.add(made, to: claim)
    do throws(StorageError) {
      try await add(secret, to: key, of: made)
      try await add(made, to: mark, of: made)
    } catch {
      if (try? await isOurs(made)) == true { try? await remove() }
      throw error
    }
  }

  /// How often somebody else's item is taken out of the way.
  private static let patience = 8

  private func add<Value: SecretValue & ~Copyable>(
    _ value: borrowing Value, to key: SecretKey<Value>, of made: GateMark
  ) async throws(StorageError) {
    for _ in 0..<Self.patience {
      var isKept = true
      do throws(StorageError) { try await store.add(value, to: key) } catch {
        guard case .duplicate = error else { throw error }
        isKept = false
      }
      guard try await isOurs(made) else { throw .duplicate(claim.name) }
      if isKept { return }
      // Of one whose claim went after they had made sure of it, or before they had added this.
      try await store.remove(key)
    }
    throw .duplicate(key.name)
  }

  private func isOurs(_ made: GateMark) async throws(StorageError) -> Bool {
    try await store.read(claim)?.code == made.code
  }

  /// The mark of a gate that is whole; nil while one is made or taken away, and after that was cut off.
  private func standing() async throws(StorageError) -> GateMark? {
    guard let found = try await store.read(mark), try await isOurs(found) else { return nil }
    return found
  }

  /// Asks the owner and gives the key out.
  ///
  /// - Parameter reason: what the owner reads in the prompt, in their language.
  /// - Returns: ``BiometricOutcome/notSetUp`` also while a gate is set up or taken away; nothing is touched then.
  /// - Throws: ``StorageError/locked``, ``StorageError/interactionNotAllowed(_:)`` from a place that may not ask;
  ///   ``StorageError/corrupted(_:)`` for an item that is not the gate's.
  public func open(reason: String) async throws(StorageError) -> BiometricOutcome {
    guard let mark = try await standing() else { return .notSetUp }
    do throws(StorageError) {
      if let found = try await owner.read(key.name, reason: reason) {
        if mark.isMade(of: found) { return .opened(found) }
        guard try await standing()?.code == mark.code else { return .notSetUp }
        throw .corrupted(key.name)
      }
    } catch {
      switch error {
      case .cancelled: return .cancelled
      case .authenticationFailed:
        guard mark.isOfAnotherSet(than: await owner.enrolment()) else { return .notRecognised }
      default: throw error
      }
    }
    // A prompt is up for long: meanwhile somebody else may have begun to make another gate.
    guard try await standing()?.code == mark.code else { return .notSetUp }
    try await remove()  // O.Auth_5#120
    if case .fails = await owner.passcode() { return .passcodeRemoved }
    return .enrolmentChanged
  }

  /// Whether a gate was set up; that it still opens shows when it is asked.
  ///
  /// - Throws: what the store throws, such as ``StorageError/locked``; ``StorageError/unreadableValue(_:)`` and
  ///   ``StorageError/newerVersion(_:)`` for a mark of another form.
  public func isSetUp() async throws(StorageError) -> Bool { try await standing() != nil }

  /// Takes the gate away. Doing it twice is no error.
  public func remove() async throws(StorageError) {
    // The mark goes first: without it there is no gate, wherever this ends. The claim goes last: whoever puts one in its
    // place meanwhile loses it too, and knows it.
    try await store.remove(mark)
    try await store.remove(key)
    try await store.remove(claim)
  }
}
