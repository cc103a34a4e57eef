import AppIntegrity
import AppSession
import Foundation
import Mantlet
import Redaction
import ScreenPrivacy
import SecurityPolicy
import SecurityTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ScreenTests {
  private let scene = SceneName("one")

  private func loggedIn() async throws -> Stage {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    return stage
  }

  @Test("Without a watch on this platform every control is unsupported, and the report says nothing of screens")
  func unsupported() async throws {
    let stage = try await Stage()
    let screen = stage.shield.screenShield { _ in }
    for control in ScreenSupport.Control.allCases {
      #expect(screen.support[control] == .undetermined("unsupported on this platform"))
    }
    let result = try await stage.shield.checkDevice()
    #expect(!result.signals.contains { $0.probe.hasPrefix("screen") })
  }

  @Test("Content waits until the app was told the state of the session")
  func prepared() async throws {
    let stage = try await loggedIn()
    let covers = InMemoryCovers()
    var told: [SessionState?] = []
    let screen = stage.shield.screenShield { state in
      #expect(covers.covered.count == 1)
      told.append(state)
    }
    screen.begin(on: covers, support: .ios(screen.requirement, isWatching: true))
    screen.handle(.scene(scene, .connected(.device, .active, .notCaptured)))
    await screen.settled()
    #expect(told == [.active] && covers.covered == [:])
  }

  @Test("A session that is locked while the app is in front covers the content before the app shows its lock screen")
  func locked() async throws {
    let stage = try await loggedIn()
    let covers = InMemoryCovers()
    var told: [SessionState?] = []
    let screen = stage.shield.screenShield { told.append($0) }
    screen.begin(on: covers, support: .ios(screen.requirement, isWatching: true))
    screen.handle(.scene(scene, .connected(.device, .active, .notCaptured)))
    await screen.settled()
    var cleared = 0
    screen.onLock { cleared += 1 }
    try await stage.shield.judge(.stepUp)
    while cleared == 0 { await Task.yield() }
    await screen.settled()
    #expect(told.count == 2 && told.last??.lock != nil)
    #expect(covers.covered == [:])
  }

  @Test("Locks are heard of, too, where the session could not be looked at when the shield was made")
  func late() async throws {
    let stage = try await loggedIn()
    stage.device.clock.advance(by: .seconds(31 * 86400))
    // A session that has ended and cannot be written down cannot be told either.
    await stage.secrets.setFull(true)
    let screen = stage.shield.screenShield { _ in }
    var cleared = 0
    screen.onLock { cleared += 1 }
    screen.begin(on: InMemoryCovers(), support: .ios(screen.requirement, isWatching: true))
    for _ in 0..<1000 { await Task.yield() }
    #expect(cleared == 0)
    await stage.secrets.setFull(false)
    screen.handle(.scene(scene, .connected(.device, .active, .notCaptured)))
    while cleared == 0 { await Task.yield() }
    #expect(cleared == 1)
  }

  @Test("Screenshots and captures are in the next check of the device, once")
  func reported() async throws {
    let stage = try await loggedIn()
    let screen = stage.shield.screenShield { _ in }
    screen.begin(on: InMemoryCovers(), support: .ios(screen.requirement, isWatching: true))
    screen.handle(.scene(scene, .connected(.device, .active, .captured)))
    screen.handle(.screenshotTaken)
    let first = try await stage.shield.checkDevice().signals.filter { $0.family == .display }
    #expect(first.map(\.probe) == ["screenshot.taken", "screenRecording.began"])
    #expect(first.allSatisfy { $0.observation == .detected && $0.strength == .weak })
    let second = try stage.shield.checkDeviceSynchronously().signals.filter { $0.family == .display }
    #expect(second.allSatisfy { $0.observation == .clean })
    // The server takes a report with them.
    try await stage.shield.enroll()
  }
}
