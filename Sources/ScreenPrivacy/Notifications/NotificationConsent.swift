public import SecurityPolicy
import Synchronization

/// Whether this installation may notify, and who knows where to send to.
///
/// Off at delivery. The system asks only after a ``UserAction``, never at a start, and never for quiet delivery. The push
/// token goes to the server after permission and no sooner, again when it changes, and is withdrawn when the user takes
/// the permission back, which is looked at at every return to the foreground. What is left to do survives a crash and
/// a server that does not answer. A wish stands for the explanation that it was said to: where the app explains something
/// else now, notifications are off, and what the server has is withdrawn, until the user agrees anew.
///
/// Does not protect against a server that keeps a withdrawn token, nor against a permission that is taken back while the
/// app is never opened again: the push service then refuses the token. Source: BSI TR-03161-1 O.Plat_5.
public actor NotificationConsent {
  private let requirement: NotificationRequirement
  private let system: any NotificationSystem
  private let registry: any PushTokenRegistry
  private let store: any PushStateStore
  private let explanation: Int
  private var state: PushState?
  /// Questions to the system, and the last of them whose answer counts.
  private var asked = 0
  private var heard = 0
  private var turns: Set<Turn> = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let clearings = Mutex(Clearings())

  /// What happens one after the other, although an actor lets others in while it waits.
  private enum Turn { case settling, saving }

  private struct Clearings {
    var byName: [String: @Sendable () async -> Void] = [:]
    /// An agreement that no longer counts was found: who names itself later has its own to clear, too.
    var isOutdated = false
  }

  /// Asks and sends nothing by itself.
  ///
  /// - Parameter explanation: the number of what the app says before it asks, from 1. To be changed with the meaning of that
  ///   text: the agreement to another one does not count.
  public init(
    _ requirement: NotificationRequirement, system: any NotificationSystem, registry: any PushTokenRegistry,
    store: any PushStateStore, explanation: Int = NotificationExplanation.version
  ) {
    self.explanation = min(max(explanation, 1), Int(Int32.max))
    self.requirement = requirement
    self.system = system
    self.registry = registry
    self.store = store
  }

  /// Switches notifications on: the one call that lets the system ask.
  ///
  /// - Returns: what the user answered, now or earlier.
  /// - Throws: `notInPolicy`, `system`, `storage`, `newerFormat`. A server that does not answer is no error here: the next
  ///   ``cameToForeground()`` tries again. A damaged state begins anew: which tokens it named is lost.
  @discardableResult
  public func switchOn(_ action: consuming UserAction) async throws(NotificationRefusal) -> NotificationAuthorization {
    // O.Plat_5#851
    guard requirement.permission == .onUserAction else { throw .notInPolicy }
    try await loadAnew()
    clearings.withLock { $0.isOutdated = false }
    let explanation = explanation
    try await change { state in
      state.isWanted = true
      state.explanation = explanation
    }
    if await system.authorization() == .undetermined { try await system.ask() }
    let answer = await look()
    do { try await settle() } catch .unreachable, .refused, .tooManyTokens {}
    return answer
  }

  /// Switches notifications off in the app; the system's permission stays as it is.
  /// - Throws: as ``cameToForeground()``, but not `damaged`; what could not be withdrawn is tried again at the next call.
  public func switchOff() async throws(NotificationRefusal) {
    try await forgetWish()
    _ = await look()
    try await settle()
  }

  /// The same on this device alone, at once: for a person who leaves it. The next ``cameToForeground()`` tells the server.
  /// - Throws: `storage`, `newerFormat`. What waits on the device is taken out in any case.
  public func forgetWish() async throws(NotificationRefusal) {  // O.Plat_5#995
    var failure: NotificationRefusal?
    do throws(NotificationRefusal) {
      try await loadAnew()
      try await change { $0.isWanted = false }
    } catch {
      failure = error
    }
    // After the wish: whoever plans meanwhile asks for it again at the end.
    for clear in clearings.withLock({ Array($0.byName.values) }) { await clear() }
    await system.unregister()
    if let failure { throw failure }
  }

  /// What happens when the user switches off, or leaves: for what waits on the device by itself.
  /// Happens at once, too, where an agreement to another explanation was found before and the user has not agreed since.
  /// - Parameter name: a second one of the same name takes the place of the first.
  public nonisolated func onOff(_ name: String, _ clear: @escaping @Sendable () async -> Void) {
    let isOutdated = clearings.withLock { clearings in
      clearings.byName[name] = clear
      return clearings.isOutdated
    }
    if isOutdated { Task { await clear() } }
  }

  /// To be called at the start and at every return to the foreground: looks whether the permission still stands.
  /// Asks nobody.
  /// - Throws: `storage`, `damaged`, `newerFormat`; `unreachable`, `refused`, `tooManyTokens`: what is left to do is kept.
  @discardableResult
  public func cameToForeground() async throws(NotificationRefusal) -> NotificationAuthorization {
    try await load()
    let answer = await look()
    try await settle()
    return answer
  }

  /// Whether the user agreed to the explanation that the app gives now. Where not, explain, and ask by ``switchOn(_:)``.
  /// - Throws: `storage`, `damaged`, `newerFormat`.
  public func isAgreed() async throws(NotificationRefusal) -> Bool {
    try await load()
    return state?.isWanted == true
  }

  /// To be called with each token that the system gives.
  /// - Throws: as ``cameToForeground()``.
  public func received(_ token: PushToken) async throws(NotificationRefusal) {
    try await load()
    state?.token = token
    if state?.authorization == nil { _ = await look() }
    try await settle()
  }

  /// Whether notifications may be shown now: wanted, permitted, and in the policy. For what the device makes by itself.
  /// - Throws: `notInPolicy`, `notGranted`, `storage`, `damaged`, `newerFormat`.
  public func requirePermission() async throws(NotificationRefusal) {
    guard requirement.permission == .onUserAction else { throw .notInPolicy }
    try await load()
    let answer = await authorization()
    guard state?.isWanted == true else { throw .notGranted(.undetermined) }
    guard answer == .granted else { throw .notGranted(answer) }
  }

  /// Of two questions at the same time the later one has the newer answer, whichever comes first.
  private func authorization() async -> NotificationAuthorization {
    asked += 1
    let question = asked
    let answer = await system.authorization()
    if question > heard {
      heard = question
      state?.authorization = answer
    }
    return answer
  }

  private func look() async -> NotificationAuthorization {
    let answer = await authorization()
    if requirement.push == .never || requirement.permission == .never || state?.mayReceive != true {
      await system.unregister()
    } else {
      await system.register()
    }
    return answer
  }

  private func load() async throws(NotificationRefusal) {
    guard state == nil else { return }
    let bytes = try await store.load()
    var kept = try bytes.map { bytes throws(NotificationRefusal) in try PushState(reading: bytes) } ?? PushState()
    // O.Plat_5#1482
    let isOutdated = kept.isWanted && kept.explanation != explanation
    if isOutdated { kept.isWanted = false }
    // Somebody else may have loaded, and changed, meanwhile.
    guard state == nil else { return }
    state = kept
    guard isOutdated else { return }
    clearings.withLock { $0.isOutdated = true }
    for clear in clearings.withLock({ Array($0.byName.values) }) { await clear() }
  }

  /// A state that cannot be read would refuse every wish for ever; whoever says what they want begins anew.
  private func loadAnew() async throws(NotificationRefusal) {
    do { try await load() } catch .damaged { if state == nil { state = PushState() } }
  }

  private func change(_ body: (inout PushState) -> Void) async throws(NotificationRefusal) {
    try await load()
    guard var changed = state else { throw .storage }
    body(&changed)
    state = changed
    // What is written is what is true by then: an older state never replaces a newer one.
    await take(.saving)
    defer { give(.saving) }
    try await store.save((state ?? changed).bytes)
  }

  private func take(_ turn: Turn) async {
    while turns.contains(turn) { await withCheckedContinuation { waiting.append($0) } }
    turns.insert(turn)
  }

  private func give(_ turn: Turn) {
    turns.remove(turn)
    let woken = waiting
    waiting = []
    for one in woken { one.resume() }
  }

  private func settle() async throws(NotificationRefusal) {
    await take(.settling)
    defer { give(.settling) }
    var tried: Set<PushToken> = []
    var failure: NotificationRefusal?
    while let step = nextStep(tried) {
      do throws(NotificationRefusal) {
        switch step {
        case .withdraw(let token):
          tried.insert(token)
          try await registry.withdraw(token)
          try await change { $0.withdrawn(token) }
        case .send(let token):
          try await change { $0.sending(token) }
          // The permission may have gone while the state was written.
          guard nextStep(tried) == step else { continue }
          try await registry.send(token)
          try await change { $0.sent(token) }
        }
      } catch {
        failure = error
        if case .send = step { break }
        guard error == .unreachable || error == .refused else { break }
      }
    }
    if let failure { throw failure }
    if let state, state.known.count >= PushState.limit, !state.isSettled {
      throw .tooManyTokens(limit: PushState.limit)
    }
  }

  private func nextStep(_ tried: Set<PushToken>) -> PushState.Step? {
    guard var state else { return nil }
    if requirement.push == .never || requirement.permission == .never { state.isWanted = false }
    return state.next(without: tried)
  }
}
