import SecurityPolicy

/// Hides the app's content from the app switcher, from recorders and from other displays, and reacts to screenshots.
///
/// It does what ``ScreenGuard`` decides. Whoever watches the platform's screens tells it the events: on iOS
/// `SceneWatch` of `AppleScreen`. Until somebody does, ``support`` says "unsupported" and nothing is hidden.
///
/// - Protects against: what ``ScreenGuard`` does.
/// - Does not protect against: content on a platform that nobody watches; a cover that could not be laid, which
///   ``support`` then says.
///
/// Source: BSI TR-03161-1 O.Data_13, O.Plat_9; MASVS-PLATFORM-3.
@MainActor
public final class ScreenShield {
  /// Asks what may be shown and puts it on the screen, under the cover: the lock screen, when the session is locked. The
  /// cover goes when it returns.
  public typealias Prepare = @MainActor @Sendable () async -> Void
  /// Tells the person what happened. It is called at once, on the main thread.
  public typealias Warn = @MainActor @Sendable (ScreenIncident) -> Void
  /// Locks the session; `prepare` is called when it returns.
  public typealias Lock = @MainActor @Sendable () async -> Void

  public let requirement: ScreenRequirement
  /// What the next report says.
  public let log: ScreenLog
  private var screens: ScreenGuard
  private let prepare: Prepare
  private let warn: Warn
  private let lock: Lock
  private var covers: (any SceneCovers)?
  private var supported = ScreenSupport.unsupported
  private var isUncovered: Set<SceneName> = []
  private var clearings: [@MainActor () -> Void] = []
  private var preparing: Task<Void, Never>?
  private var locking: Task<Void, Never>?

  /// - Parameters:
  ///   - prepare: see ``Prepare``; one that never returns leaves the app covered.
  ///   - warn: see ``Warn``; not called for a picture of the cover.
  ///   - lock: see ``Lock``.
  public init(
    _ requirement: ScreenRequirement, log: ScreenLog = ScreenLog(), prepare: @escaping Prepare,
    warn: @escaping Warn, lock: @escaping Lock
  ) {
    self.requirement = requirement
    self.log = log
    screens = ScreenGuard(requirement)
    self.prepare = prepare
    self.warn = warn
    self.lock = lock
  }

  /// From now on events are told, and these covers are used. For whoever watches the platform's screens.
  public func begin(on covers: any SceneCovers, support: ScreenSupport) {
    self.covers = covers
    supported = support
    log.begin()
  }

  /// What is in force here, control by control.
  public var support: ScreenSupport {
    isUncovered.isEmpty ? supported : supported.failing([.switcherCover, .captureCover], "a cover could not be laid")
  }

  /// The session was locked, by whomever: content is covered at once, until the app has put its lock screen up.
  public func sessionLocked() { handle(.sessionLocked) }

  /// Called when the session is locked: for a pasteboard that has to be emptied.
  public func onLock(_ clear: @escaping @MainActor () -> Void) { clearings.append(clear) }

  /// Why a scene is covered; nil when its content may be seen.
  public func cover(of scene: SceneName) -> CoverReason? { screens.cover(of: scene) }

  /// Does what follows from an event. Covers are laid when it returns.
  public func handle(_ event: ScreenEvent) {
    for effect in screens.handle(event) { perform(effect) }
    if case .scene(let name, .disconnected) = event { isUncovered.remove(name) }
  }

  private func perform(_ effect: ScreenEffect) {
    switch effect {
    case .cover(let scene, let reason):
      covers?.cover(scene, because: reason)
      // Read back: a scene that is gone, or a system that refuses the window, must not pass for covered.
      if covers?.reason(of: scene) == reason { isUncovered.remove(scene) } else { isUncovered.insert(scene) }
    case .uncover(let scene): covers?.uncover(scene)
    case .prepare(let scene, let round):
      // One after the other, and after the lock: it has to be in force before the app is asked what may be shown.
      preparing = Task { [preparing, locking, prepare, weak self] in
        await preparing?.value
        await locking?.value
        await prepare()
        self?.handle(.scene(scene, .prepared(round: round)))
      }
    case .warn(let incident): warn(incident)
    case .report(let incident): log.note(incident)
    case .lock:
      // A lock waits for nobody who prepares: an answer that is still on its way opens nothing any more.
      locking = Task { [locking, lock] in
        await locking?.value
        await lock()
      }
    case .clearPasteboard: for clear in clearings { clear() }
    }
  }

  /// Waits until what was asked so far is done: locks, and the app's answers.
  public func settled() async {
    await locking?.value
    await preparing?.value
  }
}
