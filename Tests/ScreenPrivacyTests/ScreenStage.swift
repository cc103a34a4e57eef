import ScreenPrivacy
import SecurityPolicy

/// Does what a guard asks for, as an adapter does, and keeps what it saw.
struct ScreenStage {
  var screens: ScreenGuard
  var covered: [SceneName: CoverReason] = [:]
  var questions: [SceneName: Int] = [:]
  var effects: [ScreenEffect] = []

  init(_ change: (inout ScreenRequirement) -> Void = { _ in }) {
    var requirement = ScreenRequirement()
    change(&requirement)
    screens = ScreenGuard(requirement)
  }

  /// - Returns: what this event alone brought about.
  @discardableResult
  mutating func send(_ event: ScreenEvent) -> [ScreenEffect] {
    let new = screens.handle(event)
    for effect in new {
      switch effect {
      case .cover(let scene, let reason): covered[scene] = reason
      case .uncover(let scene): covered[scene] = nil
      case .prepare(let scene, let round): questions[scene] = round
      case .warn, .report, .lock, .clearPasteboard: break
      }
    }
    effects += new
    return new
  }

  @discardableResult
  mutating func send(_ scene: SceneName, _ event: SceneEvent) -> [ScreenEffect] { send(.scene(scene, event)) }

  /// Answers the question that the guard asked last.
  mutating func answer(_ scene: SceneName) {
    if let round = questions[scene] { send(scene, .prepared(round: round)) }
  }

  /// From the start of the app to content on the device's screen.
  mutating func open(_ scene: SceneName, capture: CaptureState = .notCaptured) {
    send(scene, .connected(.device, .background, capture))
    send(scene, .enteringForeground(capture))
    send(scene, .activated(capture))
    answer(scene)
  }
}

extension SceneName {
  static let first = SceneName("first")
  static let second = SceneName("second")
}
