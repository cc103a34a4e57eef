import SecurityPolicy

/// What is known of one scene, and what follows from it. A new one shows nothing.
struct ScenePrivacy: Sendable, Hashable {
  var activity = SceneActivity.unknown
  var display = SceneDisplay.unknown
  var capture = CaptureState.unknown
  /// Which preparation the scene needs before content is seen; a new one after each time in the background and each
  /// lock.
  private(set) var round: Int
  private var asked: Int?
  private var isPrepared = false
  /// The reason that was told last; nil while the content is seen.
  var told: CoverReason?

  init(round: Int) { self.round = round }

  /// Content may be seen again only after a new preparation.
  mutating func expire(round: Int) {
    self.round = round
    isPrepared = false
  }

  /// An answer to an older question opens nothing.
  mutating func prepared(_ round: Int) { if round == self.round, asked == round { isPrepared = true } }

  /// The round to ask for now, at most once.
  mutating func question() -> Int? {
    guard activity.isInForeground, !isPrepared, asked != round else { return nil }
    asked = round
    return round
  }

  // O.Data_13#820 O.Plat_9#820
  /// Why the content must not be seen now; nil when it may.
  func reason(under requirement: ScreenRequirement) -> CoverReason? {
    if requirement.onCapture == .cover {
      switch display {
      case .unknown: return .unknown
      case .external: return .externalDisplay
      case .device: break
      }
      switch capture {
      case .captured: return .captured
      case .unknown: return .captureUnknown
      case .notCaptured: break
      }
    }
    guard requirement.cover == .opaque else { return nil }
    switch activity {
    case .unknown: return .unknown
    case .background, .inactive: return .inactive
    case .active: return isPrepared ? nil : .unprepared
    }
  }
}
