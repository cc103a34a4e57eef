// swift-tools-version: 6.2
import PackageDescription

// Benchmarks in a package of their own: no app and no test builds them. One executable per part; each interleaves a
// named peer with ours in rounds and prints medians and ratios. Run one with `Scripts/bench PART`.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// PostgreSQL needs libpq: only where a server was named (`Scripts/test-postgres Scripts/bench sessions`).
let traits: Set<Package.Dependency.Trait> =
  Set(
    ["Audit", "LinuxClient", "Records", "Server", "TAK"]
      + (Context.environment["MANTLET_OPENSSL"] == "1" ? ["OpenSSL"] : [])
      + (Context.environment["MANTLET_POSTGRES"] == nil ? [] : ["PostgreSQL"]))

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "mantlet", path: "..", traits: traits),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .executableTarget(
      name: "records",
      dependencies: [
        .product(name: "Mantlet", package: "mantlet"),
        .product(name: "SecurityTesting", package: "mantlet"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "redaction",
      dependencies: [
        .product(name: "Mantlet", package: "mantlet"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "secrets",
      dependencies: [
        .product(name: "Mantlet", package: "mantlet"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "sessions",
      dependencies: [
        "CVerifyPeer",
        .product(name: "Mantlet", package: "mantlet"),
        .product(name: "TrustServer", package: "mantlet"),
        .product(name: "SecurityTesting", package: "mantlet"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: house),
    .target(name: "CVerifyPeer", linkerSettings: [.linkedLibrary("crypto")]),
    .executableTarget(
      name: "network",
      dependencies: [
        "CVerifyPeer",
        .product(name: "Mantlet", package: "mantlet"),
        .product(name: "SecurityTesting", package: "mantlet"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "mesh",
      dependencies: [
        .product(name: "PeerMesh", package: "mantlet"),
        .product(name: "TakGateway", package: "mantlet"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "integrity",
      dependencies: [.product(name: "Mantlet", package: "mantlet")],
      swiftSettings: house),
    .executableTarget(
      name: "attestation",
      dependencies: [
        .product(name: "AttestationVerification", package: "mantlet"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "cot",
      dependencies: [.product(name: "PeerMesh", package: "mantlet")],
      swiftSettings: house),
    .executableTarget(
      name: "audit",
      dependencies: [
        .product(name: "SourceAudit", package: "mantlet"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
