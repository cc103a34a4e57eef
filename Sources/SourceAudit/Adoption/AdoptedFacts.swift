import Foundation
import UntrustedInput

/// What an existing app says of itself in its sources: enough to begin a policy with.
///
/// - Claims: each value stands somewhere in the app's own code or platform files; the most frequent comes first.
/// - Does not claim: that a host is the app's own server, that a pin belongs to it, or that nothing else is there: what a
///   build computes or a server sends is not seen.
public struct AdoptedFacts: Sendable, Hashable {
  /// A host of `https` addresses in the app's own code, and where it is first named.
  public struct Host: Sendable, Hashable {
    public let name: String
    public let mentions: Int
    public let file: String
    /// From 1.
    public let line: Int
  }

  /// The most mentioned first; those of platforms, stores and schemas are left out.
  public let hosts: [Host]
  /// SPKI pins (standard base64 of 32 bytes) that code or platform files name, sorted.
  public let pins: [String]
  /// Sorted; without those that a build computes.
  public let appleBundles: [String]
  public let appleTeams: [String]
  /// The lowest deployment target of an app, such as `18.0`.
  public let minimumIOS: String?
  /// Sorted.
  public let androidPackages: [String]
  /// The lowest `minSdk` of an app, an API level.
  public let minimumAndroidAPI: Int?
  /// Files of code by language.
  public let filesOfCode: [String: Int]

  package init(_ project: Project) {
    let own = project.units.filter { $0.role == .app }
    filesOfCode = Dictionary(own.map { ($0.language.rawValue, 1) }, uniquingKeysWith: +)
    var hosts: [String: (count: Int, file: String, line: Int)] = [:]
    var pins: Set<String> = []
    for unit in own {
      for text in unit.all(.string) {
        guard let plain = text.plainText else { continue }
        if let host = Self.host(in: plain), !Self.isOfNobody(host) {
          let known = hosts[host]
          hosts[host] = ((known?.count ?? 0) + 1, known?.file ?? unit.path, known?.line ?? text.position.line)
        }
        if let pin = Self.pin(in: plain) { pins.insert(pin) }
      }
    }
    self.hosts = hosts.map { Host(name: $0.key, mentions: $0.value.count, file: $0.value.file, line: $0.value.line) }
      .sorted { ($1.mentions, $0.name) < ($0.mentions, $1.name) }
    for list in project.propertyLists {
      for entry in list.root.everyMember where entry.member.name == "SPKI-SHA256-BASE64" {
        if let text = entry.member.node.string, let pin = Self.pin(in: "sha256/" + text) { pins.insert(pin) }
      }
    }
    self.pins = pins.sorted()
    let apple = AppleIdentity(project.documents.apple)
    (appleBundles, appleTeams, minimumIOS) = (apple.bundles, apple.teams, apple.minimum)
    let android = AndroidIdentity(project.documents.android)
    (androidPackages, minimumAndroidAPI) = (android.packages, android.minimum)
  }

  /// Lower case; nil for anything but `https://` with a name that has a dot.
  static func host(in text: String) -> String? {
    guard text.lowercased().hasPrefix("https://") else { return nil }
    let rest = text.dropFirst(8).prefix { !"/?#:\\ \"<>{}$%@".contains($0) }
    let host = rest.lowercased()
    guard host.contains("."), host.utf8.count <= 253, !host.hasPrefix("."), !host.hasPrefix("-"), !host.hasSuffix("."),
      !host.contains(".."),
      host.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E })
    else { return nil }
    return host
  }

  /// `sha256/…`, as OkHttp and others write a pin.
  static func pin(in text: String) -> String? {
    guard text.hasPrefix("sha256/") else { return nil }
    let pin = String(text.dropFirst(7))
    return Data(base64Encoded: pin)?.count == 32 ? pin : nil
  }

  /// Names of schemas, platforms, stores and examples, with all below them.
  private static let nobodys = [
    "w3.org", "apple.com", "android.com", "google.com", "googleapis.com", "github.com", "example.com", "example.org",
    "xmlsoap.org", "apache.org", "mozilla.org", "kotlinlang.org", "swift.org", "schema.org", "localhost",
  ]

  private static func isOfNobody(_ host: String) -> Bool {
    nobodys.contains { host == $0 || host.hasSuffix("." + $0) }
  }
}
