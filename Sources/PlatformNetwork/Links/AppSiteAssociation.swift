import UntrustedInput

/// An `apple-app-site-association`: which apps may open the links of a site (Universal Links) and fill in its
/// passwords. Unlike a scheme of its own, no other app can claim a link that the site gave away.
///
/// The site serves it at ``path`` by HTTPS without a redirect, as `application/json`; Apple's network fetches it, so a
/// change takes up to a day. It is public.
///
/// Source: Apple, Supporting associated domains; MASVS-PLATFORM-1.
public struct AppSiteAssociation: Sendable, Hashable {
  public static let path = ".well-known/apple-app-site-association"
  /// In bytes, uncompressed.
  public static let maximumSize = 128 << 10

  /// The identifiers that may open links.
  public let linkedIDs: Set<String>
  /// The identifiers that may fill in passwords.
  public let passwordIDs: Set<String>
  /// What is wrong, in the order of the file.
  public let findings: [PlatformFinding]

  /// The file for an app.
  ///
  /// - Parameter paths: patterns of what the app opens, each from `/` on; `*` stands for anything.
  /// - Throws: ``PlatformNetworkError/malformedPath``; `malformedIdentifier` for an app without an Apple identifier.
  public static func written(
    for app: LinkedApp, paths: [String] = ["/*"]
  ) throws(PlatformNetworkError) -> PlatformFile {
    guard !app.appleIDs.isEmpty else { throw .malformedIdentifier }
    guard !paths.isEmpty, paths.allSatisfy({ $0.hasPrefix("/") }) else { throw .malformedPath }
    let components = paths.map { JSONNode(.object([JSONMember("/", .string($0))])) }
    let node: JSONNode = [
      "applinks": [
        "details": [["appIDs": .strings(app.appleIDs), "components": JSONNode(.array(components))]]
      ],
      "webcredentials": ["apps": .strings(app.appleIDs)],
    ]
    return PlatformFile(path: path, bytes: JSONWriter(indentation: 2).bytes(node) + [0x0A])
  }

  /// Reads a file and checks it.
  ///
  /// - Throws: ``PlatformNetworkError/unreadable(_:)`` for what is not JSON, or larger than 1 MiB.
  public init(reading bytes: some Collection<UInt8>) throws(PlatformNetworkError) {
    var findings: [PlatformFinding] = []
    if bytes.count > Self.maximumSize { findings.append(PlatformFinding(.tooLarge)) }
    let root: JSONNode
    do { root = try JSONReader().read(SiteFile.withoutMark(bytes, &findings)) } catch { throw .unreadable(error) }
    var reading = AppSiteReading(findings: findings)
    reading.read(root)
    linkedIDs = reading.linked
    passwordIDs = reading.passwords
    self.findings = reading.findings
  }

  /// Where the file does not name an app that it should, or names one that it should not. A file that shares no
  /// passwords at all is not told to; App Clips and Handoff are not compared.
  public func compared(with app: LinkedApp) -> [PlatformFinding] {
    let wanted = Set(app.appleIDs)
    var findings: [PlatformFinding] = []
    if !wanted.isSubset(of: linkedIDs) || (!passwordIDs.isEmpty && !wanted.isSubset(of: passwordIDs)) {
      findings.append(PlatformFinding(.appMissing))
    }
    if !linkedIDs.union(passwordIDs).isSubset(of: wanted) { findings.append(PlatformFinding(.appNotInPolicy)) }
    return findings
  }
}
