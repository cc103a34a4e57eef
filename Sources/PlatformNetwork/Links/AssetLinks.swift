import SecurityPolicy
import UntrustedInput

/// An `assetlinks.json`: which Android apps may open the links of a site without asking (App Links).
///
/// The site serves it at ``path`` by HTTPS without a redirect, as `application/json`. The app asks for it with
/// `android:autoVerify="true"`. It is public.
///
/// Source: Google, Digital Asset Links; Android developers, Verify Android App Links; MASVS-PLATFORM-1.
public struct AssetLinks: Sendable, Hashable {
  public static let path = ".well-known/assetlinks.json"
  /// The relation that lets an app open links.
  public static let relation = "delegate_permission/common.handle_all_urls"

  /// The fingerprints that may open links, lower-case hexadecimal, by package.
  public let apps: [String: Set<String>]
  /// What is wrong, in the order of the file.
  public let findings: [PlatformFinding]

  /// The file for an app.
  ///
  /// - Throws: ``PlatformNetworkError/malformedIdentifier`` for an app without an Android package.
  public static func written(for app: LinkedApp) throws(PlatformNetworkError) -> PlatformFile {
    guard !app.packages.isEmpty else { throw .malformedIdentifier }
    let fingerprints = app.signingDigests.map(fingerprint)
    let statements = app.packages.map { package -> JSONNode in
      [
        "relation": [.string(relation)],
        "target": [
          "namespace": "android_app", "package_name": .string(package),
          "sha256_cert_fingerprints": .strings(fingerprints),
        ],
      ]
    }
    let text = JSONWriter(indentation: 2).bytes(JSONNode(.array(statements)))
    return PlatformFile(path: path, bytes: text + [0x0A])
  }

  /// `AA:BB:…` of 64 lower-case digits.
  private static func fingerprint(_ digest: String) -> String {
    let digits = Array(digest.uppercased())
    return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }.joined(separator: ":")
  }

  /// Reads a file and checks it.
  ///
  /// - Throws: ``PlatformNetworkError/unreadable(_:)`` for what is not JSON, or larger than 1 MiB.
  public init(reading bytes: some Collection<UInt8>) throws(PlatformNetworkError) {
    var findings: [PlatformFinding] = []
    let root: JSONNode
    do { root = try JSONReader().read(SiteFile.withoutMark(bytes, &findings)) } catch { throw .unreadable(error) }
    var apps: [String: Set<String>] = [:]
    if root.array == nil { findings.append(PlatformFinding(.wrongStructure, at: root.position)) }
    let statements = root.array ?? []
    let linked = Set(statements.filter(Self.opensLinks).compactMap { $0["target"]?["package_name"]?.string })
    for statement in statements {
      let target = statement["target"]
      guard statement["relation"]?.array != nil, let space = target?["namespace"]?.string else {
        findings.append(PlatformFinding(.wrongStructure, at: statement.position))
        continue
      }
      // Statements about sites are no matter of links, nor are other relations of an app whose links one here opens.
      guard space == "android_app", let target else { continue }
      let opensLinks = Self.opensLinks(statement)
      if !opensLinks {
        if let package = target["package_name"]?.string, linked.contains(package) { continue }
        findings.append(PlatformFinding(.noRelation, at: statement.position))
      }
      guard let package = target["package_name"]?.string, LinkedApp.isPackage(package) else {
        findings.append(PlatformFinding(.badPackage, at: (target["package_name"] ?? target).position))
        continue
      }
      let prints = target["sha256_cert_fingerprints"]?.array ?? []
      if prints.isEmpty { findings.append(PlatformFinding(.badFingerprint, at: target.position)) }
      for node in prints {
        if let digest = node.string.flatMap(Self.digest) {
          if opensLinks { apps[package, default: []].insert(digest) }
        } else {
          findings.append(PlatformFinding(.badFingerprint, at: node.position))
        }
      }
    }
    if apps.isEmpty, findings.verdict == .holds { findings.append(PlatformFinding(.noApp, at: root.position)) }
    self.apps = apps
    self.findings = findings
  }

  private static func opensLinks(_ statement: JSONNode) -> Bool {
    statement["target"]?["namespace"]?.string == "android_app"
      && statement["relation"]?.array?.contains { $0.string == relation } == true
  }

  private static func digest(_ fingerprint: String) -> String? {
    let pairs = fingerprint.split(separator: ":", omittingEmptySubsequences: false)
    guard pairs.count == 32, pairs.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
    let digest = pairs.joined()
    // Written in capitals; Google's verifier takes no other.
    guard digest == digest.uppercased() else { return nil }
    let lower = digest.lowercased()
    return LinkedApp.isDigest(lower) ? lower : nil
  }

  /// Where the file does not name an app, or a signer of it, that it should, or names one that it should not.
  public func compared(with app: LinkedApp) -> [PlatformFinding] {
    let wanted = Set(app.signingDigests)
    var findings: [PlatformFinding] = []
    if !app.packages.allSatisfy({ wanted.isSubset(of: apps[$0] ?? []) }) {
      findings.append(PlatformFinding(.appMissing))
    }
    if !apps.allSatisfy({ app.packages.contains($0.key) && $0.value.isSubset(of: wanted) }) {
      findings.append(PlatformFinding(.appNotInPolicy))
    }
    return findings
  }
}
