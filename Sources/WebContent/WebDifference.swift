public import SecurityPolicy

/// One thing in which a web view is laxer than its rules.
public enum WebDifference: String, Sendable, Hashable, CaseIterable {
  case runsJavaScript
  case scriptsOpenWindows
  case keepsData
  case unknownHandler
  case isInspectable
  case previewsLinks
  case playsMediaInline
  case playsMediaUnasked
  case sendsMediaElsewhere
  case noFraudWarning
  case linksData
  case unguarded
  case partsUnfiltered

  /// The requirements that it breaks; the rules of the audit about web views name the same ones.
  public var requirements: [Requirement] {
    let ids =
      switch self {
      case .runsJavaScript, .unguarded, .partsUnfiltered: ["O.Plat_8", "MASVS-PLATFORM-2", "MASWE-0071"]
      case .unknownHandler: ["O.Arch_8", "O.Plat_8", "MASVS-PLATFORM-2", "MASWE-0068"]
      case .keepsData: ["O.Plat_11", "MASVS-PLATFORM-2"]
      case .isInspectable: ["O.Source_8", "MASVS-RESILIENCE-4", "MASWE-0067"]
      case .linksData: ["O.Plat_10", "MASVS-PLATFORM-2"]
      case .previewsLinks, .scriptsOpenWindows, .playsMediaInline, .playsMediaUnasked, .sendsMediaElsewhere,
        .noFraudWarning:
        ["O.Plat_8", "MASVS-PLATFORM-2"]
      }
    return ids.map(Requirement.init)
  }
}

extension WebDifference: CustomStringConvertible {
  public var description: String {
    switch self {
    case .runsJavaScript: "pages run scripts"
    case .scriptsOpenWindows: "scripts open windows"
    case .keepsData: "the view keeps data on disk"
    case .unknownHandler: "a handler takes messages that the rules do not name"
    case .isInspectable: "the view can be inspected from another computer"
    case .previewsLinks: "a long press loads the page behind a link"
    case .playsMediaInline: "media plays inside the page"
    case .playsMediaUnasked: "media plays without a touch"
    case .sendsMediaElsewhere: "media may be sent to another screen"
    case .noFraudWarning: "the warning of fraudulent sites is off"
    case .linksData: "texts of the page become links to other apps"
    case .unguarded: "nobody decides which pages are loaded"
    case .partsUnfiltered: "parts of pages come from anywhere"
    }
  }
}
