import UntrustedInput

/// What `MANIFEST/manifest.xml` says of a data package. Everything in it is a claim for display; no path in it is used.
/// iTAK's packages have none.
public struct PackageManifest: Sendable, Hashable {
  static let fileName = "manifest.xml"

  public let name: String?
  /// How many files it lists that are not to be passed over.
  public let contents: Int

  /// - Throws: ``GatewayError/malformed(_:)``
  public init(_ bytes: [UInt8]) throws(GatewayError) {
    let root = try PackageMarkup.root(bytes)
    guard root.localName == "MissionPackageManifest" else {
      throw .malformed(.malformed(expected: "a MissionPackageManifest", at: root.position))
    }
    let parameters = root.first("Configuration")?.all("Parameter") ?? []
    name = parameters.first { $0.attribute("name")?.value == "name" }?.attribute("value").flatMap {
      SafeText($0.value)?.text
    }
    contents = root.first("Contents")?.all("Content").count { $0.attribute("ignore")?.value != "true" } ?? 0
  }
}
