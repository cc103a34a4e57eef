public import Redaction
public import SecretStorage
public import SecurityPolicy

/// The in-memory twin of a secret store, for tests: it keeps the promises of `SecretStore`, forgets everything when it
/// ends, and stands on a device that a test can lock, restart, fill, and take the passcode or the biometry from.
///
/// It behaves like a Keychain on such a device: a locked item answers `StorageError.locked`, an item with presence asks
/// (see ``answerNextPrompt(with:)``), a changed biometric set takes `.currentBiometry` items away, and removing the
/// passcode takes `whenPasscodeSet…` items away. Codes in its errors are 0: there is no system behind it.
public actor InMemorySecretStore: SecretStore {
  /// What the owner does at a prompt.
  public enum PromptAnswer: String, Sendable, Hashable, CaseIterable { case approve, cancel, fail }

  private enum Lock { case neverUnlocked, locked, unlocked }

  private final class Item: Sendable {
    let secret: Secret
    let access: AccessRequirement
    let biometry: Int

    init(_ secret: consuming Secret, _ access: AccessRequirement, _ biometry: Int) {
      self.secret = secret
      self.access = access
      self.biometry = biometry
    }
  }

  private static let limit = SealedItem.secretLimit
  private var items: [SecretName: Item] = [:]
  private var lock = Lock.unlocked
  private var isFull = false
  private var hasPasscode = true
  private var biometry = 0
  private var answers: [PromptAnswer] = []

  public init() {}

  /// The device locks: from now on items that need an unlocked device are out of reach.
  public func lockDevice() { if lock == .unlocked { lock = .locked } }
  /// Ends the locked state: reads work again.
  public func unlockDevice() { lock = .unlocked }
  /// The device restarts and nobody has unlocked it yet: every item is out of reach.
  public func restartDevice() { lock = .neverUnlocked }

  /// The medium fills up (or has room again): every write answers `StorageError.full`.
  public func setFull(_ full: Bool) { isFull = full }

  /// The owner removes the passcode (items that need one are gone) or sets one.
  public func setPasscode(_ isSet: Bool) {
    hasPasscode = isSet
    if !isSet { items = items.filter { !Self.needsPasscode($0.value.access) } }
  }

  /// A face or finger is added or removed: items for the current set are gone.
  public func changeBiometry() {
    biometry += 1
    items = items.filter { $0.value.access.presence != .currentBiometry || $0.value.biometry == biometry }
  }

  /// What the owner does at the next prompts, in this order. Without an answer no prompt is allowed, and reading an
  /// item that asks answers `StorageError.interactionNotAllowed`.
  public func answerNextPrompt(with answers: PromptAnswer...) { self.answers += answers }

  /// Stands for the set of enrolled faces and fingers.
  public func enrolment() -> [UInt8]? { withUnsafeBytes(of: biometry.bigEndian) { Array($0) } }

  /// Fails while a test has taken the passcode away.
  public func passcode() -> Verdict { hasPasscode ? .holds : .fails("the device has no passcode") }

  public func read(_ name: SecretName) throws(StorageError) -> Secret? {
    guard let item = items[name] else { return nil }
    guard mayOpen(item.access) else { throw .locked }
    if item.access.presence != .notAsked { try ask() }
    return item.secret.duplicate()
  }

  public func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) throws(StorageError) {
    guard secret.count <= Self.limit else { throw .tooLarge(limit: Self.limit) }
    guard !isFull else { throw .full }
    guard mayOpen(access), items[name].map({ mayOpen($0.access) }) ?? true else { throw .locked }
    guard hasPasscode || !Self.needsPasscode(access) else { throw .passcodeNotSet(0) }
    items[name] = Item(secret.duplicate(), access, biometry)
  }

  public func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) throws(StorageError) {
    guard items[name] == nil else { throw .duplicate(name) }
    try write(secret, as: name, access: access)
  }

  public func delete(_ name: SecretName) { items[name] = nil }

  public func names() -> [SecretName] { items.keys.sorted() }

  private func ask() throws(StorageError) {
    guard !answers.isEmpty else { throw .interactionNotAllowed(0) }
    switch answers.removeFirst() {
    case .approve: return
    case .cancel: throw .cancelled(0)
    case .fail: throw .authenticationFailed(0)
    }
  }

  private static func needsPasscode(_ access: AccessRequirement) -> Bool {
    access.accessibility == .whenPasscodeSetThisDeviceOnly || access.presence != .notAsked
  }

  private func mayOpen(_ access: AccessRequirement) -> Bool {
    switch access.accessibility {
    case .insecureMigratingAfterFirstUnlock, .afterFirstUnlockThisDeviceOnly: lock != .neverUnlocked
    case .insecureMigratingWhenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: lock == .unlocked
    }
  }
}
