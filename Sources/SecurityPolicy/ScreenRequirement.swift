/// What eyes, recorders, keyboards and the pasteboard may get of the app's content.
///
/// - Protects against: the picture that the system keeps of a sensitive screen, whoever looks at the app switcher, a
///   recording or a mirrored screen, a pasteboard that travels to other devices, a keyboard of somebody else's.
/// - Does not protect against: a photograph of the screen, and on iOS the screenshot itself, which is told only after it
///   was taken.
///
/// Source: BSI TR-03161-1 O.Data_10, O.Data_11, O.Data_13, O.Plat_9; MASVS-PLATFORM-3.
public struct ScreenRequirement: Sendable, Hashable {
  /// What lies over the content while a scene is not active.
  public enum Cover: String, Sendable, Hashable, CaseIterable {
    case opaque
    /// The app switcher shows the content.
    case insecureOff

    /// Whether an environment `prod` refuses it.
    public var isInsecure: Bool { rawValue.hasPrefix("insecure") }
  }

  /// What follows a screenshot, from the mildest to the hardest; each does what stands before it, too.
  public enum ScreenshotReaction: String, Sendable, Hashable, CaseIterable, Comparable {
    case ignore
    /// It stands in the next report.
    case report
    /// The person is told that the picture holds what the app protects.
    case warn
    /// The person has to prove to be there.
    case lock

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What follows while the screen is recorded or mirrored, or shown on another display.
  public enum CaptureReaction: String, Sendable, Hashable, CaseIterable {
    /// The content is withheld, also where the system does not say whether it records, and the next report says so.
    case cover
    /// The next report says so; the recording has the content.
    case report
    /// Nothing, and nobody is told.
    case insecureIgnore

    /// Whether an environment `prod` refuses it.
    public var isInsecure: Bool { rawValue.hasPrefix("insecure") }
  }

  /// Keyboards of other makers: they get what is typed into every field that is not for secrets.
  public enum ThirdPartyKeyboards: String, Sendable, Hashable, CaseIterable {
    case refuse
    case insecureAllow

    /// Whether an environment `prod` refuses it.
    public var isInsecure: Bool { rawValue.hasPrefix("insecure") }
  }

  public var cover: Cover = .opaque
  public var onScreenshot: ScreenshotReaction = .warn
  public var onCapture: CaptureReaction = .cover
  /// How long copied content stays on the pasteboard, which never leaves the device.
  public var pasteboardExpiry: Duration = .seconds(60)
  public var thirdPartyKeyboards: ThirdPartyKeyboards = .refuse

  public init() {}
}
