import ScreenPrivacy
import SecurityPolicy
import Testing

@Suite("What lies over the scenes of an app")
struct ScreenGuardTests {
  @Test("A scene shows its content when it is active and the app has said that it may be seen")
  func opening() {
    var stage = ScreenStage()
    #expect(stage.send(.first, .connected(.device, .background, .notCaptured)) == [.cover(.first, .inactive)])
    #expect(stage.send(.first, .enteringForeground(.notCaptured)) == [.prepare(.first, round: 1)])
    #expect(stage.send(.first, .activated(.notCaptured)) == [.cover(.first, .unprepared)])
    #expect(stage.send(.first, .prepared(round: 1)) == [.uncover(.first)])
    #expect(stage.screens.showsContent && stage.screens.cover(of: .first) == nil)
  }

  @Test("An app that was active before anybody watched is asked at once, and covered until it answers")
  func lateStart() {
    var stage = ScreenStage()
    let effects = stage.send(.first, .connected(.device, .active, .notCaptured))
    #expect(effects == [.cover(.first, .unprepared), .prepare(.first, round: 1)])
    stage.answer(.first)
    #expect(stage.covered == [:])
  }

  @Test("The cover is there when the scene is about to become inactive, before the picture for the app switcher")
  func leaving() {
    var stage = ScreenStage()
    stage.open(.first)
    #expect(stage.send(.first, .deactivating) == [.cover(.first, .inactive)])
    // Again: something may have been put above it since.
    #expect(stage.send(.first, .enteredBackground) == [.cover(.first, .inactive)])
  }

  @Test("The Control Centre covers, and its end uncovers without asking anybody")
  func interruption() {
    var stage = ScreenStage()
    stage.open(.first)
    stage.send(.first, .deactivating)
    #expect(stage.send(.first, .activated(.notCaptured)) == [.uncover(.first)])
  }

  @Test("After the background the app is asked anew, and content waits for the answer")
  func returning() {
    var stage = ScreenStage()
    stage.open(.first)
    stage.send(.first, .deactivating)
    stage.send(.first, .enteredBackground)
    let effects = stage.send(.first, .enteringForeground(.notCaptured))
    #expect(effects == [.prepare(.first, round: 2)])
    stage.send(.first, .activated(.notCaptured))
    #expect(stage.covered[.first] == .unprepared)
    stage.send(.first, .prepared(round: 1))
    #expect(stage.covered[.first] == .unprepared)
    stage.send(.first, .prepared(round: 2))
    #expect(stage.covered == [:])
  }

  @Test("An answer that comes after the app left again opens nothing at the next return")
  func lateAnswer() {
    var stage = ScreenStage()
    stage.open(.first)
    stage.send(.first, .enteredBackground)
    stage.send(.first, .enteringForeground(.notCaptured))
    stage.send(.first, .enteredBackground)
    stage.send(.first, .prepared(round: 2))
    stage.send(.first, .enteringForeground(.notCaptured))
    stage.send(.first, .activated(.notCaptured))
    #expect(stage.covered[.first] == .unprepared)
  }

  @Test("A scene that went away leaves no answer for a later one of its name")
  func reconnecting() {
    var stage = ScreenStage()
    stage.open(.first)
    stage.send(.first, .disconnected)
    #expect(stage.screens.cover(of: .first) == .unknown)
    stage.send(.first, .connected(.device, .active, .notCaptured))
    stage.send(.first, .prepared(round: 1))
    #expect(stage.covered[.first] == .unprepared)
  }

  @Test("One scene in front leaves the other one covered")
  func twoScenes() {
    var stage = ScreenStage()
    stage.open(.first)
    stage.open(.second)
    stage.send(.first, .deactivating)
    #expect(stage.covered == [.first: .inactive])
    stage.send(.second, .deactivating)
    stage.send(.first, .activated(.notCaptured))
    #expect(stage.covered == [.second: .inactive])
  }

  @Test("An event about a scene that nobody connected covers it, and it stays covered while it is not known")
  func unknownScene() {
    var stage = ScreenStage()
    #expect(stage.send(.first, .prepared(round: 1)) == [])
    #expect(stage.send(.first, .activated(.notCaptured)).first == .cover(.first, .unknown))
    stage.answer(.first)
    #expect(stage.covered == [.first: .unknown])
    stage.send(.first, .connected(.device, .active, .notCaptured))
    #expect(stage.covered == [:])
  }

  @Test("A locked session covers at once, empties the pasteboard, and asks the app for its lock screen")
  func locked() {
    var stage = ScreenStage()
    stage.open(.first)
    #expect(
      stage.send(.sessionLocked) == [.cover(.first, .unprepared), .clearPasteboard, .prepare(.first, round: 2)])
    stage.answer(.first)
    #expect(stage.covered == [:])
  }

  @Test("A policy without cover shows a scene in the background, and still withholds what is captured")
  func uncovered() {
    var stage = ScreenStage { $0.cover = .insecureOff }
    stage.open(.first)
    #expect(stage.questions == [:])
    stage.send(.first, .enteredBackground)
    #expect(stage.covered == [:])
    stage.send(.first, .captureChanged(.captured))
    #expect(stage.covered == [.first: .captured])
  }
}
