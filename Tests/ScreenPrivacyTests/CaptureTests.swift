import ScreenPrivacy
import SecurityPolicy
import Testing

@Suite("Screenshots, recordings, other displays")
struct CaptureTests {
  @Test("A capture that was under way at the start is seen, told, and gets nothing")
  func fromTheStart() {
    var stage = ScreenStage()
    let effects = stage.send(.first, .connected(.device, .active, .captured))
    #expect(effects.first == .cover(.first, .captured))
    #expect(effects.last == .report(.captureBegan(ofContent: false)))
    stage.answer(.first)
    #expect(stage.covered == [.first: .captured])
  }

  @Test("A capture that begins covers an active scene; its end uncovers it")
  func begins() {
    var stage = ScreenStage()
    stage.open(.first)
    let effects = stage.send(.first, .captureChanged(.captured))
    #expect(effects == [.cover(.first, .captured), .report(.captureBegan(ofContent: true))])
    #expect(stage.send(.first, .captureChanged(.notCaptured)) == [.uncover(.first)])
  }

  @Test("A capture that ends while the app is away uncovers nothing")
  func endsElsewhere() {
    var stage = ScreenStage()
    stage.open(.first)
    stage.send(.first, .captureChanged(.captured))
    stage.send(.first, .deactivating)
    stage.send(.first, .captureChanged(.notCaptured))
    #expect(stage.covered == [.first: .inactive])
  }

  @Test("One capture of two scenes is one incident")
  func once() {
    var stage = ScreenStage()
    stage.open(.first)
    stage.open(.second)
    stage.send(.first, .captureChanged(.captured))
    stage.send(.second, .captureChanged(.captured))
    #expect(stage.effects.filter { if case .report = $0 { true } else { false } }.count == 1)
    #expect(stage.covered == [.first: .captured, .second: .captured])
  }

  @Test("Where the system does not say whether it records, nothing is shown and nothing is accused")
  func unspecified() {
    var stage = ScreenStage()
    stage.open(.first, capture: .unknown)
    #expect(stage.covered == [.first: .captureUnknown])
    #expect(!stage.effects.contains { if case .report = $0 { true } else { false } })
  }

  @Test("A scene on another display stays empty; one whose display is not known, too")
  func displays() {
    var stage = ScreenStage()
    stage.send(.first, .connected(.external, .active, .notCaptured))
    stage.send(.second, .connected(.unknown, .active, .notCaptured))
    stage.answer(.first)
    stage.answer(.second)
    #expect(stage.covered == [.first: .externalDisplay, .second: .unknown])
  }

  @Test("A policy that only reports shows the content to the recording; one that ignores does not even report")
  func milder() {
    var reporting = ScreenStage { $0.onCapture = .report }
    reporting.open(.first, capture: .captured)
    #expect(reporting.covered == [:])
    #expect(reporting.effects.contains(.report(.captureBegan(ofContent: false))))
    var ignoring = ScreenStage { $0.onCapture = .insecureIgnore }
    ignoring.open(.first, capture: .captured)
    #expect(ignoring.covered == [:])
    #expect(!ignoring.effects.contains { if case .report = $0 { true } else { false } })
  }

  @Test("A screenshot is answered as the policy says, each answer with the milder ones")
  func screenshots() {
    let incident = ScreenIncident.screenshot(ofContent: true)
    let expected: [(ScreenRequirement.ScreenshotReaction, [ScreenEffect])] = [
      (.ignore, []), (.report, [.report(incident)]), (.warn, [.report(incident), .warn(incident)]),
      (
        .lock,
        [
          .report(incident), .warn(incident), .cover(.first, .unprepared), .lock, .clearPasteboard,
          .prepare(.first, round: 2),
        ]
      ),
    ]
    for (reaction, effects) in expected {
      var stage = ScreenStage { $0.onScreenshot = reaction }
      stage.open(.first)
      #expect(stage.send(.screenshotTaken) == effects)
    }
  }

  @Test("A screenshot of the cover is only reported")
  func screenshotOfCover() {
    var stage = ScreenStage { $0.onScreenshot = .lock }
    stage.open(.first)
    stage.send(.first, .deactivating)
    #expect(stage.send(.screenshotTaken) == [.report(.screenshot(ofContent: false))])
  }
}
