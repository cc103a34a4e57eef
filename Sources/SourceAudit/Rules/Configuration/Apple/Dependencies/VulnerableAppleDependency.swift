import UntrustedInput

/// Libraries of Apple's package managers in versions with a published flaw.
///
/// Knows a short list of widespread libraries, no more: a project that it leaves alone still needs a full check
/// against an advisory database.
struct VulnerableAppleDependency: ProjectRule {
  /// By the last part of the address, or the name of the pod, in lower case. The bounds of ZIPFoundation, ZipArchive and
  /// SwiftNIO were compared with their makers' notes or the advisory; the others were written down without them.
  private static let advisories = [
    LibraryAdvisory("zipfoundation", before: "0.9.18", "CVE-2023-39138"),
    LibraryAdvisory("ssziparchive", before: "2.5.4", "CVE-2022-36943"),
    LibraryAdvisory("ziparchive", before: "2.5.4", "CVE-2022-36943"),
    LibraryAdvisory("swift-nio", before: "2.29.1", "CVE-2022-3215"),
    LibraryAdvisory("swift-nio", "2.39.0", before: "2.39.1", "CVE-2022-3215"),
    LibraryAdvisory("swift-nio", "2.41.0", before: "2.42.0", "CVE-2022-3215"),
    LibraryAdvisory("swift-nio-http2", before: "1.20.0", "CVE-2022-0618"),
    LibraryAdvisory("afnetworking", before: "2.5.3", "CVE-2015-3996"),
    LibraryAdvisory("starscream", before: "2.0.4", "CVE-2017-7192"),
    LibraryAdvisory("grpc-swift", before: "1.2.0", "CVE-2021-36153"),
    LibraryAdvisory("libwebp", before: "1.3.2", "CVE-2023-4863"),
  ]

  let manual = RuleManual(
    "vulnerable-apple-dependency", "No library has a known flaw",
    reason: "How to use the flaw is published, and the version can be read from the app.",
    fix: "Raise the version.",
    ids: ["O.TrdP_2", "O.TrdP_3", "MASVS-CODE-3", "MASWE-0076", "MASTG-TEST-0273", "MASTG-TEST-0275", "CWE-1395"],
    violating: [
      RuleExample(
        "a package", path: "Package.resolved", lines: [2],
        "{\"pins\":[{\"identity\":\"zipfoundation\",\"kind\":\"remoteSourceControl\",\n"
          + "\"location\":\"https://github.com/weichsel/ZIPFoundation.git\","
          + "\"state\":{\"revision\":\"0\",\"version\":\"0.9.16\"}}],\"version\":2}"),
      RuleExample(
        "a pod, through a part of it", path: "Podfile.lock", lines: [2, 3],
        "PODS:\n  - libwebp/demux (1.2.4):\n  - SSZipArchive (2.2.2)\nDEPENDENCIES:\n  - SSZipArchive\n"),
      RuleExample(
        "Carthage", path: "Cartfile.resolved", lines: [1], "github \"AFNetworking/AFNetworking\" \"2.5.1\"\n"),
    ],
    conforming: [
      RuleExample(
        "mended", path: "Podfile.lock", "PODS:\n  - libwebp/demux (1.3.2):\n  - SSZipArchive (2.5.5)\n"),
      RuleExample(
        "a namesake's revision", path: "Package.resolved",
        "{\"pins\":[{\"identity\":\"swift-nio\",\"location\":\"https://github.com/apple/swift-nio.git\","
          + "\"state\":{\"revision\":\"0\",\"version\":\"2.81.0\"}}],\"version\":2}"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for pin in project.documents.apple.pins {
      guard let version = pin.version else { continue }
      let names = Self.names(of: pin)
      guard let advisory = Self.advisories.first(where: { names.contains($0.library) && $0.concerns(version) }) else {
        continue
      }
      record.flaw(manual, in: pin.file, at: pin.position, .warning, advisory.message)
    }
  }

  /// `libwebp` of the pod `libwebp/demux`, `swift-nio` of an address.
  private static func names(of pin: DependencyPin) -> [String] {
    let name = pin.name.lowercased()
    let parts = name.split(separator: "/").map(String.init)
    var names = [name] + [parts.first, parts.last].compactMap { $0 }
    if let last = pin.location?.lowercased().split(separator: "/").last {
      names.append(last.hasSuffix(".git") ? String(last.dropLast(4)) : String(last))
    }
    return names
  }
}
