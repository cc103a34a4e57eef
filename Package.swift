// swift-tools-version: 6.2
import PackageDescription

// As a dependency Mantlet offers an empty set of traits, so an app fetches only what its SDK needs;
// at its own root every trait is on, so the plain commands build everything.
let folder = Context.packageDirectory
let isDependency = folder == "/" || folder.contains("/checkouts/") || folder.contains("/registry/")

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let http = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

/// A dependency that an app never needs: fetched only when the trait is on.
func guarded(_ product: String, _ package: String, _ traits: Set<String>) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: traits))
}

/// A room of the house: one folder under `Sources/`, one sentence (see README).
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

/// The adapters of one platform: an app for another platform never compiles them.
func linux(_ names: String...) -> [Target.Dependency] {
  names.map { .target(name: $0, condition: .when(platforms: [.linux, .android])) }
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies, swiftSettings: house)
}

func nio(_ traits: Set<String>) -> [Target.Dependency] {
  ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOTLS"].map { guarded($0, "swift-nio", traits) }
    + [guarded("NIOSSL", "swift-nio-ssl", traits)]
}

let testTargets: [Target] = [
  tests("UntrustedInput"),
  tests("SecurityPolicy", ["UntrustedInput"]),
  tests("Redaction", [log]),
  tests("TrustWire", ["UntrustedInput", "SecurityPolicy", "Redaction", "SecurityTesting", crypto]),
  tests("SecretStorage", ["SecurityTesting", "Redaction"]),
  tests("SealedRecords", ["SecurityTesting", "Redaction", guarded("GRDB", "GRDB.swift", ["Records"])]),
  tests("NetworkTrust", ["SecurityTesting", "SecurityPolicy", http, x509, asn1, crypto]),
  tests("AppSession", ["TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput", "SecurityTesting", crypto]),
  tests("AppIntegrity", ["SecurityPolicy"]),
  tests(
    "Mantlet",
    [
      "AppSession", "AppIntegrity", "NetworkTrust", "SealedRecords", "SecretStorage", "SecurityTesting", "TrustWire",
      "SecurityPolicy", "Redaction", "UntrustedInput", crypto, http,
    ]),
  tests("SecurityTesting", ["SecretStorage", "SealedRecords", "Redaction", "SecurityPolicy"]),
  tests(
    "TrustServer",
    [
      "TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput", crypto, cryptoExtras, x509, asn1, http,
      guarded("Hummingbird", "hummingbird", ["Server"]), guarded("JWTKit", "jwt-kit", ["Server"]),
      guarded("GRDB", "GRDB.swift", ["Server"]),
    ] + nio(["Server"])),
  tests("SourceAudit", ["SecurityPolicy", "UntrustedInput"]),
  tests("ComplianceEvidence", ["SecurityPolicy", "UntrustedInput"]),
]

// What only Linux can run: its adapters, and whole stories between real processes.
#if os(Linux)
  let linuxTests: [Target] = [
    tests("LinuxSecretFiles", ["SecretStorage", "SecurityTesting", "Redaction", "SecurityPolicy"]),
    tests("LinuxTransport", ["NetworkTrust", "SecurityPolicy", "SecurityTesting", http] + nio(["LinuxClient"])),
    tests("ProcSignals", ["AppIntegrity", "SecurityPolicy", "CTracer", "ProbeProcess"]),
    // whole stories between real processes on loopback
    .testTarget(name: "FlowTests", dependencies: ["MantletCommand", "UntrustedInput"], swiftSettings: house),
    // a process to attack, for the tests of ProcSignals
    .executableTarget(
      name: "ProbeProcess", dependencies: ["AppIntegrity", "ProcSignals", "SecurityPolicy", "CTracer"],
      path: "Tests/Support/ProbeProcess", swiftSettings: house),
  ]
#else
  let linuxTests: [Target] = []
#endif

let package = Package(
  name: "mantlet",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // the façade with the words and protections that its interface speaks in
    .library(
      name: "Mantlet",
      targets: [
        "Mantlet", "UntrustedInput", "SecurityPolicy", "Redaction", "TrustWire", "SecretStorage", "SealedRecords",
        "NetworkTrust", "AppSession", "AppIntegrity",
      ]),
    .library(name: "SecurityTesting", targets: ["SecurityTesting"]),
    .executable(name: "mantlet", targets: ["MantletCommand"]),
  ],
  traits: [
    .default(enabledTraits: isDependency ? [] : ["Server", "Audit", "Records", "LinuxClient"]),
    .trait(name: "Server", description: "TrustServer and the command"),
    .trait(name: "Audit", description: "SourceAudit on swift-syntax"),
    .trait(name: "Records", description: "SealedRecords on SQLite"),
    .trait(name: "LinuxClient", description: "LinuxTransport on SwiftNIO"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // words: values only, no I/O, no platform
    room("UntrustedInput"),
    room("SecurityPolicy", ["UntrustedInput", crypto]),
    room("Redaction", [log]),
    room("TrustWire", ["UntrustedInput", "SecurityPolicy", "Redaction", crypto]),

    // protections: portable; peers do not know each other
    room("SecretStorage", ["Redaction", "SecurityPolicy", crypto]),
    room("SealedRecords", ["Redaction", crypto, guarded("GRDB", "GRDB.swift", ["Records"])]),
    room("NetworkTrust", ["SecurityPolicy", crypto, asn1, x509, http]),
    room("AppSession", ["TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput"]),
    room("AppIntegrity", ["SecurityPolicy"]),

    // adapters: thin, one asset on one platform
    room("LinuxSecretFiles", ["SecretStorage", "Redaction", "SecurityPolicy", crypto]),
    room("LinuxTransport", ["NetworkTrust", "SecurityPolicy", http] + nio(["LinuxClient"])),
    .target(name: "CRawSystemCalls"),
    room("ProcSignals", ["AppIntegrity", "SecurityPolicy", "CRawSystemCalls"]),

    // assembly and tools
    room(
      "Mantlet",
      [
        "TrustWire", "SecretStorage", "SealedRecords", "NetworkTrust", "AppSession", "AppIntegrity", "Redaction",
        "SecurityPolicy", "UntrustedInput", crypto, http, log,
      ] + linux("LinuxSecretFiles", "LinuxTransport", "ProcSignals")),
    room(
      "SecurityTesting",
      [
        "SecretStorage", "SealedRecords", "NetworkTrust", "Redaction", "SecurityPolicy", crypto, asn1, x509, http,
      ]),
    room(
      "TrustServer",
      [
        "TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput", crypto, cryptoExtras, log, http,
        guarded("Hummingbird", "hummingbird", ["Server"]), guarded("HummingbirdTLS", "hummingbird", ["Server"]),
        guarded("JWTKit", "jwt-kit", ["Server"]), guarded("GRDB", "GRDB.swift", ["Server"]),
        guarded("ServiceLifecycle", "swift-service-lifecycle", ["Server"]),
      ] + nio(["Server"])),
    room(
      "SourceAudit",
      [
        "SecurityPolicy", "UntrustedInput", guarded("SwiftParser", "swift-syntax", ["Audit"]),
        guarded("SwiftSyntax", "swift-syntax", ["Audit"]),
      ]),
    room("ComplianceEvidence", ["SecurityPolicy", "UntrustedInput", crypto]),

    // the command; not called `mantlet` like its product: a case-insensitive disk would take it for `Mantlet`
    .executableTarget(
      name: "MantletCommand",
      dependencies: [
        "Mantlet", "TrustServer", "SourceAudit", "ComplianceEvidence", "AppSession", "AppIntegrity", "NetworkTrust",
        "SecretStorage", "TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput", crypto, cryptoExtras, x509,
        asn1, guarded("ArgumentParser", "swift-argument-parser", ["Server"]),
      ] + nio(["Server"]) + linux("CTracer", "ProcSignals", "LinuxSecretFiles"),
      swiftSettings: house),
    // an adversary for demonstrations and tests; nothing that an app links depends on it
    .target(name: "CTracer"),
  ] + testTargets + linuxTests,
  swiftLanguageModes: [.v6]
)
