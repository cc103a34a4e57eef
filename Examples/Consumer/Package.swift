// swift-tools-version: 6.2
import PackageDescription

// An app as a newcomer would write it. `traits: []` leaves the server, the audit, the database and the Linux client
// out, and with them their packages.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "mantlet", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "Mantlet", package: "mantlet")])
  ],
  swiftLanguageModes: [.v6]
)
