import ScreenPrivacy
import SecurityPolicy
import Testing

@Suite("What the next report says of the screens")
struct ScreenLogTests {
  @Test("While nobody watches, nothing is said")
  func unwatched() {
    #expect(ScreenLog().takeSignals() == [])
  }

  @Test("A watched screen without an incident is clean")
  func clean() {
    let log = ScreenLog()
    log.begin()
    #expect(log.takeSignals().map(\.observation) == [.clean, .clean])
    #expect(log.takeSignals().map(\.probe) == ["screenshot.taken", "screenRecording.began"])
  }

  @Test("Incidents from many threads are all counted, each in one report")
  func threads() async {
    let log = ScreenLog()
    log.begin()
    let told = await withTaskGroup(of: Int.self) { group in
      for worker in 0..<8 {
        group.addTask {
          var told = 0
          for _ in 0..<50 {
            log.note(.screenshot(ofContent: false))
            if worker == 0 { told += Self.screenshots(log.takeSignals()) }
          }
          return told
        }
      }
      return await group.reduce(0, +)
    }
    #expect(told + Self.screenshots(log.takeSignals()) == 400)
  }

  private static func screenshots(_ signals: [Signal]) -> Int {
    signals.first.flatMap { $0.evidence.first?.split(separator: " ").first.flatMap { Int($0) } } ?? 0
  }

  @Test("Incidents are counted, told once, and are weak signs of one family")
  func counted() throws {
    let log = ScreenLog()
    log.begin()
    log.note(.screenshot(ofContent: true))
    log.note(.screenshot(ofContent: false))
    log.note(.captureBegan(ofContent: true))
    let signals = log.takeSignals()
    #expect(signals.map(\.observation) == [.detected, .detected])
    #expect(signals.map(\.category) == [.screenshot, .screenRecording])
    #expect(signals[0].evidence == ["2 since the last check, 1 while content was shown"])
    #expect(signals.allSatisfy { $0.strength == .weak && $0.family == .display })
    // Evidence, never a verdict: a person may take pictures of what is theirs.
    #expect(SignalWeight.verdict(on: [.screenshot, .screenRecording], signals) == .holds)
    #expect(log.takeSignals().map(\.observation) == [.clean, .clean])
  }
}
