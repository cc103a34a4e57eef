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
  Set(["LinuxClient", "Records", "Server"] + (Context.environment["MANTLET_POSTGRES"] == nil ? [] : ["PostgreSQL"]))

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "mantlet", path: "..", traits: traits),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
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
      name: "secrets",
      dependencies: [
        .product(name: "Mantlet", package: "mantlet"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "sessions",
      dependencies: [
        .product(name: "Mantlet", package: "mantlet"),
        .product(name: "TrustServer", package: "mantlet"),
        .product(name: "SecurityTesting", package: "mantlet"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
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
  ],
  swiftLanguageModes: [.v6]
)
