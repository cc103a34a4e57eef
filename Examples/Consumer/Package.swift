// swift-tools-version: 6.2
import PackageDescription

// Apps as a newcomer would write them. Without traits of Mantlet the server, the audit, the database and the Linux client
// are left out, and with them their packages. `--traits TAK` asks for TAK's binary form, and fetches swift-protobuf.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v15), .iOS(.v18)],
  traits: [.trait(name: "TAK")],
  dependencies: [
    .package(
      name: "mantlet", path: "../..", traits: [.trait(name: "TAK", condition: .when(traits: ["TAK"]))])
  ],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "Mantlet", package: "mantlet")]),
    .executableTarget(name: "TakConsumer", dependencies: [.product(name: "TakGateway", package: "mantlet")]),
  ],
  swiftLanguageModes: [.v6]
)
