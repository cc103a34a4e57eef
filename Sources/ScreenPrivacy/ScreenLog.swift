import SecurityPolicy
import Synchronization

/// What happened to the app's picture since the last check of the device, for the next report.
///
/// The signals are weak: a screenshot is the person's own right on their device, and no verdict follows from one. Whether
/// a capture is under way *now* is not said here; the probe `screenRecording.captured` looks at that. Both are of the family
/// `display`, which counts once.
/// Source: BSI TR-03161-1 O.Data_13.
public final class ScreenLog: Sendable {
  private struct Counts {
    var isWatching = false
    var screenshots = 0
    var screenshotsOfContent = 0
    var captures = 0
    var capturesOfContent = 0
  }

  private let counts = Mutex(Counts())

  /// Nobody watches yet.
  public init() {}

  /// From now on the screens are watched, so that no incident means that there was none.
  public func begin() { counts.withLock { $0.isWatching = true } }

  /// Keeps one incident.
  public func note(_ incident: ScreenIncident) {
    counts.withLock { counts in
      switch incident {
      case .screenshot(let ofContent):
        counts.screenshots += 1
        counts.screenshotsOfContent += ofContent ? 1 : 0
      case .captureBegan(let ofContent):
        counts.captures += 1
        counts.capturesOfContent += ofContent ? 1 : 0
      }
    }
  }

  /// What was noted since the last call, at most once each; nothing while nobody watches.
  public func takeSignals() -> [Signal] {
    let taken = counts.withLock { counts in
      defer {
        let isWatching = counts.isWatching
        counts = Counts()
        counts.isWatching = isWatching
      }
      return counts
    }
    guard taken.isWatching || taken.screenshots + taken.captures > 0 else { return [] }
    return [
      Self.signal("screenshot.taken", .screenshot, taken.screenshots, ofContent: taken.screenshotsOfContent),
      Self.signal("screenRecording.began", .screenRecording, taken.captures, ofContent: taken.capturesOfContent),
    ]
  }

  // O.Data_13#822
  private static func signal(
    _ probe: String, _ category: ThreatCategory, _ count: Int, ofContent: Int
  ) -> Signal {
    Signal(
      probe: probe, category: category, strength: .weak, family: .display,
      observation: count > 0 ? .detected : .clean,
      evidence: count > 0 ? ["\(count) since the last check, \(ofContent) while content was shown"] : [])
  }
}
