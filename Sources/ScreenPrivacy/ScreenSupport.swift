import SecurityPolicy

/// What this platform can do about screens, control by control. "Unsupported" is an answer, never a success.
public struct ScreenSupport: Sendable, Hashable {
  /// One thing that keeps eyes, recorders or keyboards out.
  public enum Control: String, Sendable, Hashable, CaseIterable {
    /// The picture in the app switcher shows a cover.
    case switcherCover
    /// Recording and mirroring get a cover.
    case captureCover
    /// A screenshot is noticed after it was taken.
    case screenshotNotice
    /// A screenshot shows nothing.
    case screenshotPrevention
    case sensitiveFields
    case localPasteboard
    case thirdPartyKeyboards
  }

  private let verdicts: [Control: Verdict]

  private init(_ verdicts: [Control: Verdict]) { self.verdicts = verdicts }

  /// Whether the control is in force.
  public subscript(control: Control) -> Verdict { verdicts[control] ?? .undetermined("unsupported on this platform") }

  /// The same, where these controls turned out not to be in force.
  func failing(_ controls: [Control], _ reason: Verdict.Reason) -> ScreenSupport {
    ScreenSupport(verdicts.merging(controls.map { ($0, .fails(reason)) }) { _, new in new })
  }

  /// A platform without a screen that is known here: Linux, a server.
  public static let unsupported = ScreenSupport([:])

  /// iOS, where the screens are watched or not yet.
  ///
  /// Screenshots cannot be prevented: there is no public interface for it. The known way, a layer taken out of a secure
  /// text field, depends on the order of private views, which changed with iOS 13, 15 and 17, does nothing in a
  /// simulator, and cannot be checked by an app: no interface says what a screenshot would show. So it is not offered.
  public static func ios(_ requirement: ScreenRequirement, isWatching: Bool) -> ScreenSupport {
    func watched(_ isAsked: Bool) -> Verdict {
      guard isAsked else { return .fails("the policy does not ask for it") }
      return isWatching ? .holds : .undetermined("the screens are not watched yet")
    }
    return ScreenSupport([
      .switcherCover: watched(requirement.cover == .opaque),
      .captureCover: watched(requirement.onCapture == .cover),
      .screenshotNotice: watched(requirement.onScreenshot != .ignore),
      .screenshotPrevention: .fails("iOS has no public interface that prevents a screenshot"),
      .sensitiveFields: .undetermined("each field has a verdict of its own"),
      .localPasteboard: .holds,
      .thirdPartyKeyboards: requirement.thirdPartyKeyboards == .refuse
        ? .undetermined("the app's delegate has to pass the answer on") : .fails("the policy allows them"),
    ])
  }
}
