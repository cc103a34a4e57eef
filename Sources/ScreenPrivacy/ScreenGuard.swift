import SecurityPolicy

/// Decides what lies over each scene of an app: events in, effects out, no platform and no clock.
///
/// A scene shows its content only while it is active on the device's own screen, nobody captures it, and the app has said
/// that it may be seen since the scene was last in the background and since the session was last locked. Whatever is not
/// known counts against it; an event about a scene that was never connected covers that scene.
///
/// - Protects against: content in the app switcher's picture, in recordings and on mirrored displays, and content that
///   shows for a moment before the lock screen.
/// - Does not protect against: the screenshot itself, and the first frames of a capture, which the system tells after
///   they were taken; the keyboard's window, which lies above every window of an app; a process that leaves out the effects.
///
/// Source: BSI TR-03161-1 O.Data_13, O.Plat_9; MASVS-PLATFORM-3; Apple, "Preparing your UI to run in the background".
public struct ScreenGuard: Sendable {
  public let requirement: ScreenRequirement
  private var scenes: [SceneName: ScenePrivacy] = [:]
  /// Rounds are never used twice, so that an answer meant for a scene that is gone opens no later one of its name.
  private var rounds = 0

  /// No scene is known yet.
  public init(_ requirement: ScreenRequirement) { self.requirement = requirement }

  /// Whether somebody may see content on some scene now.
  public var showsContent: Bool { scenes.values.contains { $0.told == nil && $0.activity.isInForeground } }

  /// Why the scene is covered; nil when its content may be seen. A scene that is not known may show nothing.
  public func cover(of scene: SceneName) -> CoverReason? {
    guard let known = scenes[scene] else { return .unknown }
    return known.told
  }

  /// What has to be done about an event, in order.
  public mutating func handle(_ event: ScreenEvent) -> [ScreenEffect] {
    switch event {
    case .scene(let name, let event): handle(event, of: name)
    case .screenshotTaken: screenshot()
    case .sessionLocked: lock([])
    }
  }

  private mutating func handle(_ event: SceneEvent, of name: SceneName) -> [ScreenEffect] {
    if event == .disconnected {
      scenes[name] = nil
      return []
    }
    let wasShown = showsContent
    let wasCaptured = isCaptured
    let isNew = scenes[name] == nil
    if isNew, case .prepared = event { return [] }
    var scene = scenes[name] ?? ScenePrivacy(round: nextRound())
    var isForced = isNew
    switch event {
    case .connected(let display, let activity, let capture):
      (scene.display, scene.activity, scene.capture) = (display, activity, capture)
      if !isNew, !activity.isInForeground { scene.expire(round: nextRound()) }
    case .enteringForeground(let capture): (scene.activity, scene.capture) = (.inactive, capture)
    case .activated(let capture): (scene.activity, scene.capture) = (.active, capture)
    case .deactivating: (scene.activity, isForced) = (.inactive, true)
    case .enteredBackground:
      (scene.activity, isForced) = (.background, true)
      scene.expire(round: nextRound())
    case .captureChanged(let capture): scene.capture = capture
    case .prepared(let round): scene.prepared(round)
    case .disconnected: break
    }
    var effects = settle(&scene, name, isForced)
    scenes[name] = scene
    if isCaptured, !wasCaptured, requirement.onCapture != .insecureIgnore {
      effects.append(.report(.captureBegan(ofContent: wasShown)))
    }
    return effects
  }

  /// The cover comes before anything that takes time.
  private func settle(_ scene: inout ScenePrivacy, _ name: SceneName, _ isForced: Bool) -> [ScreenEffect] {
    var effects: [ScreenEffect] = []
    let reason = scene.reason(under: requirement)
    if let reason, reason != scene.told || isForced {
      effects.append(.cover(name, reason))
    } else if reason == nil, scene.told != nil {
      effects.append(.uncover(name))
    }
    scene.told = reason
    if requirement.cover == .opaque, let round = scene.question() { effects.append(.prepare(name, round: round)) }
    return effects
  }

  private mutating func screenshot() -> [ScreenEffect] {  // O.Data_13#821
    let incident = ScreenIncident.screenshot(ofContent: showsContent)
    guard requirement.onScreenshot >= .report else { return [] }
    var effects = [ScreenEffect.report(incident)]
    guard showsContent, requirement.onScreenshot >= .warn else { return effects }
    effects.append(.warn(incident))
    return requirement.onScreenshot >= .lock ? effects + lock([.lock]) : effects
  }

  /// Covers every scene, then does what has to happen before the app is asked what may be shown.
  private mutating func lock(_ before: [ScreenEffect]) -> [ScreenEffect] {
    var covers: [ScreenEffect] = []
    var questions: [ScreenEffect] = []
    for name in scenes.keys.sorted(by: { $0.text < $1.text }) {
      guard var scene = scenes[name] else { continue }
      scene.expire(round: nextRound())
      for effect in settle(&scene, name, false) {
        if case .prepare = effect { questions.append(effect) } else { covers.append(effect) }
      }
      scenes[name] = scene
    }
    return covers + before + [.clearPasteboard] + questions
  }

  private var isCaptured: Bool { scenes.values.contains { $0.capture == .captured } }

  private mutating func nextRound() -> Int {
    rounds += 1
    return rounds
  }
}
