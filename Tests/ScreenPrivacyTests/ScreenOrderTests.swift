import ScreenPrivacy
import SecurityPolicy
import SecurityTesting
import Testing

/// Any order of events, also ones that no system sends, against a second account of what may be seen.
@Suite("Any order of events")
struct ScreenOrderTests {
  /// What the events said, kept apart from the guard's own state.
  private struct Known {
    var activity = SceneActivity.unknown
    var display = SceneDisplay.unknown
    var capture = CaptureState.unknown
    /// Whether the app said since the last background and lock that content may be seen.
    var isAllowed = false
  }

  private static let names = [SceneName.first, .second, SceneName("third")]

  private func event(_ dice: inout SeededGenerator, _ stage: ScreenStage, _ scene: SceneName) -> SceneEvent {
    let capture = CaptureState.allCases.randomElement(using: &dice) ?? .unknown
    let likely = Int.random(in: 0..<3, using: &dice) > 0 ? .notCaptured : capture
    switch Int.random(in: 0..<9, using: &dice) {
    case 0:
      return .connected(
        Int.random(in: 0..<4, using: &dice) > 0 ? .device : .external,
        SceneActivity.allCases.randomElement(using: &dice) ?? .unknown, likely)
    case 1: return .enteringForeground(likely)
    case 2, 3: return .activated(likely)
    case 4: return .deactivating
    case 5: return .enteredBackground
    case 6: return .captureChanged(capture)
    case 7:
      // Mostly the right answer, sometimes an old or a made up one.
      let last = stage.questions[scene] ?? 0
      return .prepared(round: Int.random(in: 0..<4, using: &dice) > 0 ? last : Int.random(in: 0...9, using: &dice))
    default: return .disconnected
    }
  }

  private func learn(_ known: inout [SceneName: Known], _ scene: SceneName, _ event: SceneEvent, asked: Int?) {
    if case .prepared = event, known[scene] == nil { return }
    var one = known[scene] ?? Known()
    switch event {
    case .connected(let display, let activity, let capture):
      (one.display, one.activity, one.capture) = (display, activity, capture)
      if activity == .background || activity == .unknown { one.isAllowed = false }
    case .enteringForeground(let capture): (one.activity, one.capture) = (.inactive, capture)
    case .activated(let capture): (one.activity, one.capture) = (.active, capture)
    case .deactivating: one.activity = .inactive
    case .enteredBackground: (one.activity, one.isAllowed) = (.background, false)
    case .captureChanged(let capture): one.capture = capture
    case .prepared(let round): if round == asked { one.isAllowed = true }
    case .disconnected:
      known[scene] = nil
      return
    }
    known[scene] = one
  }

  @Test(
    "Content is never seen on a scene that is not active, captured, elsewhere, unknown or unprepared", arguments: 1...40
  )
  func never(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let isCovering = seed % 4 != 0
    var stage = ScreenStage {
      if !isCovering { $0.onCapture = .report }
      $0.onScreenshot = .lock
    }
    var known: [SceneName: Known] = [:]
    var seen = 0
    for _ in 0..<2000 {
      if Int.random(in: 0..<40, using: &dice) == 0 {
        let wasShown = stage.screens.showsContent
        let event = Bool.random(using: &dice) ? ScreenEvent.sessionLocked : .screenshotTaken
        if event == .sessionLocked || wasShown { stage.questions = [:] }
        stage.send(event)
        if event == .sessionLocked || wasShown { for name in known.keys { known[name]?.isAllowed = false } }
      } else {
        let scene = try #require(Self.names.randomElement(using: &dice))
        let event = event(&dice, stage, scene)
        // A question that was asked in an earlier round answers nothing: the stage keeps the newest only.
        learn(&known, scene, event, asked: stage.questions[scene])
        stage.send(scene, event)
        if event == .disconnected {
          stage.covered[scene] = nil
          stage.questions[scene] = nil
        }
        if event == .enteredBackground { stage.questions[scene] = nil }
      }
      for (name, one) in known where stage.covered[name] == nil {
        seen += 1
        #expect(one.activity == .active && one.isAllowed)
        if isCovering { #expect(one.display == .device && one.capture == .notCaptured) }
      }
      #expect(stage.covered.keys.allSatisfy { stage.screens.cover(of: $0) == stage.covered[$0] })
    }
    #expect(seen > 50, "content was hardly ever seen, so nothing was proved")
    // Whatever went before: an orderly activation shows the content again.
    for name in Self.names {
      stage.send(name, .disconnected)
      stage.covered[name] = nil
      stage.open(name)
      #expect(stage.covered[name] == nil && stage.screens.cover(of: name) == nil)
    }
  }

  @Test("After any events an orderly return of a known scene shows its content", arguments: 41...80)
  func always(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var stage = ScreenStage()
    for _ in 0..<300 {
      let scene = try #require(Self.names.randomElement(using: &dice))
      let event = event(&dice, stage, scene)
      stage.send(scene, event)
      if Int.random(in: 0..<20, using: &dice) == 0 { stage.send(.sessionLocked) }
    }
    for name in Self.names {
      stage.send(name, .connected(.device, .inactive, .notCaptured))
      stage.send(name, .deactivating)
      stage.send(name, .enteredBackground)
      #expect(stage.covered[name] != nil)
      stage.send(name, .enteringForeground(.notCaptured))
      stage.send(name, .activated(.notCaptured))
      stage.answer(name)
      #expect(stage.covered[name] == nil)
    }
  }
}
