public import Foundation

/// The emulated device: what a test does to it, and what it saw. Apple has nothing like it.
///
/// Every test has its own: `EmulatedDevice.$current.withValue(EmulatedDevice()) { … }`. Outside of that all share one.
public final class EmulatedDevice: @unchecked Sendable {
  // @unchecked: everything mutable is read and written under the lock.
  @TaskLocal public static var current = EmulatedDevice()

  /// A device that was just started is not `locked`, but `beforeFirstUnlock`.
  public enum LockState: Sendable { case beforeFirstUnlock, locked, unlocked }
  /// What the owner does when the prompt comes up.
  public enum Answer: Sendable { case approve, cancel, fail, interrupt }

  // A class: a prompt changes it in the middle of a keychain call, which a struct held by that call would not allow.
  final class State {
    var lock = LockState.unlocked
    var hasPasscode = true
    var enrolledSet = 1
    var hasBiometry = true
    var isLockedOut = false
    var answers: [Answer] = []
    var prompts: [OwnerDemand] = []
    var groups = ["TEAM.app.example"]
    var isEntitled = true
    var hasEnclave = true
    var isFull = false
    var listingAsks = false
    var forced: [String: [OSStatus]] = [:]
    var statusOfChangedSet = errSecItemNotFound
    var statusWithoutPasscode = errSecNotAvailable
    var interlude: (@Sendable () -> Void)?
    var calls: [String] = []
    var keychain = ItemTable()
    var systemAnchors: [Data] = []
    var vetoes: [Data: OSStatus] = [:]
    var fetchingEvaluations = 0
    var pathErrors: [Int32?] = []
  }

  private let lock = NSRecursiveLock()
  private var state = State()

  public init() {}

  func with<Result>(_ body: (State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(state)
  }

  // MARK: what a test does

  /// A new device: unlocked, with passcode and biometry, nothing stored.
  public func reset() {
    lock.lock()
    defer { lock.unlock() }
    state = State()
  }

  /// Shuts down and starts again: nothing of the keychain is readable until the first unlock.
  public func restart() { with { $0.lock = .beforeFirstUnlock } }
  public func lockScreen() { with { if $0.lock == .unlocked { $0.lock = .locked } } }
  public func unlock() { with { $0.lock = .unlocked } }

  public func setPasscode() { with { $0.hasPasscode = true } }

  /// Items of the class `WhenPasscodeSet` are deleted with it, and so is what is bound to it by access control.
  public func removePasscode() {
    with { state in
      state.hasPasscode = false
      state.lock = .unlocked
      state.enrolledSet += 1
      state.hasBiometry = false
      state.keychain.removeAll { row in
        row.protection == kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      }
    }
  }

  /// Another finger or face is enrolled, or one is removed.
  public func changeBiometry() {
    with {
      $0.enrolledSet += 1
      $0.hasBiometry = true
    }
  }

  public func removeBiometry() {
    with {
      $0.enrolledSet += 1
      $0.hasBiometry = false
    }
  }

  /// Too many wrong attempts: biometry is off until the passcode is entered.
  public func lockOutBiometry() { with { $0.isLockedOut = true } }

  /// What the owner does at the next prompts, in this order; afterwards they approve.
  public func answer(_ answers: Answer...) { with { $0.answers = answers } }

  /// The app is signed without (or with) the entitlement for a keychain.
  public func setEntitled(_ entitled: Bool, groups: [String] = ["TEAM.app.example"]) {
    with {
      $0.isEntitled = entitled
      $0.groups = groups
    }
  }

  /// There is no room left for another byte (or there is again).
  public func setFull(_ full: Bool) { with { $0.isFull = full } }

  public func removeSecureEnclave() { with { $0.hasEnclave = false } }

  /// The next calls of the function of this name return these statuses and do nothing.
  public func force(_ statuses: OSStatus..., on function: String) { with { $0.forced[function] = statuses } }

  /// What an item answers that is bound to a biometry set of the past. Apple does not document which; both are seen.
  public func setStatusOfChangedSet(_ status: OSStatus) { with { $0.statusOfChangedSet = status } }
  /// What storing a `WhenPasscodeSet` item answers without a passcode. Apple does not document which.
  public func setStatusWithoutPasscode(_ status: OSStatus) { with { $0.statusWithoutPasscode = status } }

  /// Whether even the attributes of an item with access control want its owner. Apple does not document that.
  public func setListingAsks(_ asks: Bool) { with { $0.listingAsks = asks } }

  /// Runs once, just before the next `SecItemAdd` does its work: another process that is faster.
  public func beforeNextAdd(_ interlude: @escaping @Sendable () -> Void) { with { $0.interlude = interlude } }

  /// The certificates (DER) that this device's system trusts, those of its user among them.
  public func trust(_ anchors: [Data]) { with { $0.systemAnchors = anchors } }

  /// The system refuses every path with this certificate (DER) by this status, whatever else is right or wrong with it: a
  /// revocation that it knows of, a rule of Apple's own, the one of several faults that it tells.
  public func refuse(_ certificate: Data, _ status: OSStatus) { with { $0.vetoes[certificate] = status } }

  // MARK: what a test sees

  /// The demands with which the prompt came up.
  public var prompts: [OwnerDemand] { with { $0.prompts } }
  /// The keychain functions that were called, in order.
  public var calls: [String] { with { $0.calls } }
  /// How many items the keychain holds, of whatever class.
  public var itemCount: Int { with { $0.keychain.rows.count } }
  public var isEnclavePresent: Bool { with { $0.hasEnclave } }
  /// How many trust evaluations were allowed to fetch certificates from the network.
  public var fetchingEvaluations: Int { with { $0.fetchingEvaluations } }
  /// What OpenSSL said of the path in each trust evaluation so far: 0 when it holds, else its `X509_V_ERR_…`; nil where it
  /// could not be asked. Before ``refuse(_:_:)`` counts, and before anybody makes an `OSStatus` of it.
  public var pathErrors: [Int32?] { with { $0.pathErrors } }

  /// The attributes of the generic password of this account, as strings: what is stored, not what a query may see.
  public func attributes(ofAccount account: String) -> [String: String]? {
    with { state in
      state.keychain.rows.first { $0.attributes[kSecAttrAccount] as? String == account }.map { row in
        var shown = row.attributes.compactMapValues { $0 as? String }
        shown["protection"] = row.protection
        shown["flags"] = String(row.flags.rawValue)
        return shown
      }
    }
  }

  // MARK: what the emulated modules ask

  var systemAnchors: [Data] { with { $0.systemAnchors } }
  func veto(on path: [Data]) -> OSStatus? { with { state in path.compactMap { state.vetoes[$0] }.first } }

  func note(pathError: Int32?, fetching: Bool) {
    with { state in
      state.pathErrors.append(pathError)
      state.fetchingEvaluations += fetching ? 1 : 0
    }
  }

  /// Brings up the prompt, or says at once why it cannot.
  public func ask(_ demand: OwnerDemand) -> OwnerRefusal? {
    with { state in
      if let refusal = Self.obstacle(to: demand, in: state) { return refusal }
      state.prompts.append(demand)
      switch state.answers.isEmpty ? .approve : state.answers.removeFirst() {
      case .approve: return nil
      case .cancel: return .userCancel
      case .fail: return .authenticationFailed
      case .interrupt: return .systemCancel
      }
    }
  }

  /// Why the prompt could not come up at all.
  public func obstacle(to demand: OwnerDemand) -> OwnerRefusal? { with { Self.obstacle(to: demand, in: $0) } }

  private static func obstacle(to demand: OwnerDemand, in state: State) -> OwnerRefusal? {
    if !state.hasPasscode { return .passcodeNotSet }
    if demand == .biometry {
      if !state.hasBiometry { return .biometryNotEnrolled }
      if state.isLockedOut { return .biometryLockout }
    }
    return nil
  }

  /// Stands for the set of enrolled fingers and faces; nil when there is none, or while locked out.
  public var biometrySet: Data? {
    with { $0.hasBiometry && !$0.isLockedOut ? Data("set \($0.enrolledSet)".utf8) : nil }
  }
}
