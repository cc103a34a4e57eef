import ScreenPrivacy
import SecurityPolicy
import SecurityTesting
import Testing

@MainActor
@Suite("What the shield does about events")
struct ScreenShieldTests {
  /// What the app was asked and told, in order.
  private final class App: Sendable {
    @MainActor var heard: [String] = []
  }

  private let app = App()
  private let covers = InMemoryCovers()

  private func shield(_ change: (inout ScreenRequirement) -> Void = { _ in }) -> ScreenShield {
    var requirement = ScreenRequirement()
    change(&requirement)
    let shield = ScreenShield(
      requirement, prepare: { [app] in app.heard.append("prepare") }, warn: { [app] in app.heard.append("warn \($0)") },
      lock: { [app] in
        // Locking takes time; nobody is asked meanwhile.
        for _ in 0..<20 { await Task.yield() }
        app.heard.append("lock")
      })
    shield.begin(on: covers, support: .ios(requirement, isWatching: true))
    return shield
  }

  private func open(_ shield: ScreenShield, _ scene: SceneName = .first) async {
    shield.handle(.scene(scene, .connected(.device, .background, .notCaptured)))
    shield.handle(.scene(scene, .enteringForeground(.notCaptured)))
    shield.handle(.scene(scene, .activated(.notCaptured)))
    await shield.settled()
  }

  @Test("Covers in memory keep what every cover promises")
  func conformance() async {
    let broken = await SceneCoversConformance.brokenClaims { (InMemoryCovers(), .first, .second) }
    #expect(broken == [])
  }

  @Test("Until somebody watches the screens everything is unsupported")
  func unwatched() {
    let shield = ScreenShield(ScreenRequirement(), prepare: {}, warn: { _ in }, lock: {})
    #expect(shield.support == .unsupported)
    #expect(shield.log.takeSignals() == [])
  }

  @Test("Content shows after the app was asked, and is covered before the call returns")
  func story() async {
    let shield = shield()
    shield.handle(.scene(.first, .connected(.device, .active, .notCaptured)))
    #expect(covers.covered == [.first: .unprepared])
    await shield.settled()
    #expect(app.heard == ["prepare"])
    #expect(covers.covered == [:])
    shield.handle(.scene(.first, .deactivating))
    #expect(covers.covered == [.first: .inactive])
  }

  @Test("A screenshot under the hardest policy warns, covers, locks, and then asks for the lock screen")
  func screenshot() async {
    let shield = shield { $0.onScreenshot = .lock }
    await open(shield)
    app.heard = []
    var cleared = 0
    shield.onLock { cleared += 1 }
    shield.handle(.screenshotTaken)
    #expect(covers.covered == [.first: .unprepared] && cleared == 1)
    await shield.settled()
    #expect(app.heard == ["warn screenshot(ofContent: true)", "lock", "prepare"])
    #expect(covers.covered == [:])
    #expect(shield.log.takeSignals().first?.observation == .detected)
  }

  @Test("A cover that could not be laid is no cover, until it is there or its scene is gone")
  func refused() async {
    let shield = shield()
    await open(shield)
    covers.refusing = [.first]
    shield.handle(.scene(.first, .deactivating))
    #expect(shield.support[.switcherCover] == .fails("a cover could not be laid"))
    covers.refusing = []
    shield.handle(.scene(.first, .enteredBackground))
    #expect(shield.support[.switcherCover] == .holds)
    covers.refusing = [.second]
    shield.handle(.scene(.second, .connected(.device, .background, .notCaptured)))
    #expect(shield.support[.captureCover] != .holds)
    shield.handle(.scene(.second, .disconnected))
    #expect(shield.support[.captureCover] == .holds)
  }

  @Test("A lock does not wait for an app that does not answer")
  func lockFirst() async {
    let (locks, locked) = AsyncStream.makeStream(of: Void.self)
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    var requirement = ScreenRequirement()
    requirement.onScreenshot = .lock
    var count = 0
    let shield = ScreenShield(
      requirement,
      prepare: {
        count += 1
        if count == 2 { for await _ in answers { return } }
      }, warn: { _ in }, lock: { locked.yield() })
    shield.begin(on: covers, support: .ios(requirement, isWatching: true))
    await open(shield)
    shield.handle(.scene(.second, .connected(.device, .active, .notCaptured)))
    shield.handle(.screenshotTaken)
    for await _ in locks { break }
    #expect(covers.covered == [.first: .unprepared, .second: .unprepared])
    answer.yield()
    await shield.settled()
    #expect(covers.covered == [:])
  }

  @Test("An app that does not answer stays covered")
  func silent() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let shield = ScreenShield(
      ScreenRequirement(), prepare: { for await _ in stream { return } }, warn: { _ in }, lock: {})
    shield.begin(on: covers, support: .ios(ScreenRequirement(), isWatching: true))
    shield.handle(.scene(.first, .connected(.device, .active, .notCaptured)))
    for _ in 0..<20 { await Task.yield() }
    #expect(covers.covered == [.first: .unprepared])
    continuation.yield()
    await shield.settled()
    #expect(covers.covered == [:])
  }
}
