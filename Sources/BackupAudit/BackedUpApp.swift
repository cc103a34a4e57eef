/// Which rows of a backup belong to an app: its own domain, its extensions', and its groups'.
public struct BackedUpApp: Sendable, Hashable {
  /// The bundle identifier, such as `com.example.app`.
  public let bundle: String
  /// Groups that it shares with other apps, such as `group.com.example`. A group whose name ends in the bundle
  /// identifier belongs to it anyway.
  public let groups: Set<String>

  public init(bundle: String, groups: Set<String> = []) {
    self.bundle = bundle
    self.groups = groups
  }

  /// Extensions carry the app's identifier and a dot in front of their own.
  public func owns(_ file: BackedUpFile) -> Bool {
    if file.domain == "AppDomain-" + bundle { return true }
    if file.domain.hasPrefix("AppDomainPlugin-" + bundle + ".") { return true }
    guard file.domain.hasPrefix("AppDomainGroup-") else { return false }
    let group = String(file.domain.dropFirst("AppDomainGroup-".count))
    return groups.contains(group) || group == bundle || group.hasSuffix("." + bundle)
  }
}
