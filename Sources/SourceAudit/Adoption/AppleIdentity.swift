import UntrustedInput

/// Who an Apple app is, by its release build settings and property lists.
struct AppleIdentity {
  private(set) var bundles: [String]
  private(set) var teams: [String]
  private(set) var minimum: String?

  init(_ documents: AppleDocuments) {
    let builds = documents.configurations.filter { $0.isRelease && $0.product == .app }
    func values(_ name: String) -> [String] {
      builds.compactMap { $0.settings[name]?.text }.filter { !$0.isEmpty && !$0.contains("$") }
    }
    let named = documents.lists.compactMap { $0.isShipped && $0.isOfApp ? $0.root["CFBundleIdentifier"]?.string : nil }
    bundles = Set(values("PRODUCT_BUNDLE_IDENTIFIER") + named.filter { !$0.contains("$") }).sorted()
    teams = Set(values("DEVELOPMENT_TEAM")).sorted()
    minimum = values("IPHONEOS_DEPLOYMENT_TARGET").filter { Self.numbers($0) != nil }
      .min { (Self.numbers($0) ?? []).lexicographicallyPrecedes(Self.numbers($1) ?? []) }
  }

  private static func numbers(_ version: String) -> [Int]? {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    return parts.contains(nil) || parts.isEmpty ? nil : parts.compactMap { $0 }
  }
}
