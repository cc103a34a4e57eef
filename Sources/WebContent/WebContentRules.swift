public import SecurityPolicy

/// What a web view of the app may load, run and ask: deny by default, allow by name.
///
/// Protects the app's data from pages: only https from named origins, no script unless asked, no way into the app
/// unless a ``WebBridge`` is given, nothing kept on disk, no downloads, no new windows, no previews of links. An error
/// of a certificate is never overridden: there is no option for it, the platform's refusal stands.
/// Does not protect against what an allowed page does with data that the user types there, nor does it pin keys: web
/// views do not heed pins. Source: BSI TR-03161-1 O.Arch_8, O.Plat_8, O.Plat_10, O.Plat_11; MASVS-PLATFORM-2.
public struct WebContentRules: Sendable, Hashable {
  public static let mostOrigins = WebContentRequirement.mostOrigins
  /// What may be handed to another app at all. `tel` and `sms` ask the user before they act.
  public static let knownOutsideSchemes = Set(WebContentRequirement.OutsideScheme.allCases.map(\.rawValue))
  /// As the policy says it.
  public typealias ForeignLinks = WebContentRequirement.ForeignLinks

  // O.Plat_8#840
  public let origins: [WebOrigin]
  public let runsJavaScript: Bool
  public let bridge: WebBridge?
  public let foreignLinks: ForeignLinks
  // O.Plat_10#841
  public let outsideSchemes: Set<String>
  /// Appended to the browser's own name; tells servers nothing about the person.
  public let userAgentSuffix: String?
  /// Whether video may play inside the page. It never starts without a touch, and is never sent to another screen.
  public let playsMediaInline: Bool

  /// - Parameters:
  ///   - bridge: named handlers for messages of pages; nil for none.
  ///   - outsideSchemes: some of ``knownOutsideSchemes``, for links that the user taps.
  ///   - userAgentSuffix: 1 to 64 printable ASCII characters.
  /// - Throws: `noOrigin`, `tooMany`, `notASchemeForOutside`, `badName`, `bridgeWithoutJavaScript`,
  ///   `bridgeForForeignOrigin`.
  public init(
    origins: [WebOrigin], runsJavaScript: Bool = false, bridge: WebBridge? = nil,
    foreignLinks: ForeignLinks = .refuse, outsideSchemes: Set<String> = [], userAgentSuffix: String? = nil,
    playsMediaInline: Bool = false
  ) throws(WebContentError) {
    guard !origins.isEmpty else { throw .noOrigin }
    guard origins.count <= Self.mostOrigins else { throw .tooMany(limit: Self.mostOrigins) }
    guard outsideSchemes.isSubset(of: Self.knownOutsideSchemes) else { throw .notASchemeForOutside }
    if let suffix = userAgentSuffix {
      guard (1...64).contains(suffix.utf8.count), suffix.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw .badName
      }
    }
    if let bridge {
      guard runsJavaScript else { throw .bridgeWithoutJavaScript }
      guard Set(bridge.origins).isSubset(of: origins) else { throw .bridgeForForeignOrigin }
    }
    self.origins = origins
    self.runsJavaScript = runsJavaScript
    self.bridge = bridge
    self.foreignLinks = foreignLinks
    self.outsideSchemes = outsideSchemes
    self.userAgentSuffix = userAgentSuffix
    self.playsMediaInline = playsMediaInline
  }

  /// Whether pages of this address may be shown.
  func allows(_ address: WebAddress) -> Bool { origins.contains { $0.covers(address) } }
}
