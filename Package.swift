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

/// What the root itself builds: `MANTLET_EVERY_TRAIT=1` adds those that need C libraries which few want (libtss2, libpq,
/// libcrypto), so that one build holds everything that is tested.
let rootTraits: Set<String> =
  Context.environment["MANTLET_EVERY_TRAIT"] == "1"
  ? ["Server", "Audit", "Records", "LinuxClient", "TAK", "TPM", "PostgreSQL", "OpenSSL"]
  : ["Server", "Audit", "Records", "LinuxClient", "TAK"]

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

// With this variable set, and never else, the adapters for Apple platforms compile and run on Linux against the emulated
// modules under Emulation/ (`Scripts/test-apple`; the reasons stand in Emulation/README.md). No server target is listed
// in that mode, so no server file needs a condition, and its build has a folder of its own.
let isEmulated = Context.environment["MANTLET_APPLE_EMULATION"] == "1"

/// The Apple modules that the adapters import, each with what its emulation imports in turn. Add a module here.
let emulatedModules: [(name: String, dependencies: [Target.Dependency])] = [
  ("Security", [crypto]),
  ("LocalAuthentication", ["EmulatedSecurity"]),
  ("CryptoKit", ["EmulatedSecurity"]),
  ("CoreData", []),
]
/// Modules for one adapter alone: portable code tells the systems apart by whether it can import Darwin.
let emulatedForIntegrity: [(name: String, dependencies: [Target.Dependency])] = [
  ("Darwin", []),
  ("MachO", ["EmulatedDarwin"]),
  ("ObjectiveC", ["EmulatedDarwin"]),
  ("UIKit", []),
  ("CFNetwork", []),
  ("DeviceCheck", [crypto]),
]
/// What Foundation lacks on Linux: Foundation itself cannot be replaced, so these are imported by their own names.
let emulatedParts: [String] = ["Files", "Bundle"]
/// What the transport alone is compiled against; `URLSession` is a part of Foundation, too.
let emulatedForTransport: [(name: String, dependencies: [Target.Dependency])] = [("Network", ["EmulatedSecurity"])]
let emulatedTransportParts: [String] = ["URLSession"]
/// What reaches devices that are near, and what draws the code that their cameras read.
let emulatedForLink: [(name: String, dependencies: [Target.Dependency])] = [
  ("CoreBluetooth", []),
  ("MultipeerConnectivity", []),
  ("CoreGraphics", []),
  ("CoreImage", ["EmulatedCoreGraphics"]),
]
/// What shows something to somebody: screens, notifications, web pages.
let emulatedForScreen: [(name: String, dependencies: [Target.Dependency])] = [
  ("UserNotifications", []),
  ("WebKit", ["EmulatedUIKit"]),
  ("SwiftUI", ["EmulatedUIKit"]),
]
func emulated(_ names: [String]) -> [Target.Dependency] {
  isEmulated ? names.map { .init(stringLiteral: "Emulated" + $0) } : []
}
let emulations = emulated(emulatedModules.map(\.name) + emulatedParts)

/// `import Security` finds the emulation. These are unsafe flags, which SwiftPM refuses in a dependency: they exist in
/// this mode only.
func aliasing(_ names: [String]) -> [SwiftSetting] {
  isEmulated ? names.map { .unsafeFlags(["-module-alias", "\($0)=Emulated\($0)"]) } : []
}
let aliases = aliasing(emulatedModules.map(\.name))

/// An adapter for Apple platforms. `own`: emulated modules that no other adapter is compiled against.
func appleRoom(_ name: String, _ dependencies: [Target.Dependency] = [], own: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies + emulations + emulated(own),
    swiftSettings: house + aliases + aliasing(own))
}

/// The tests of such an adapter: `APPLE_EMULATION` tells them that the device is emulated and its state is theirs.
func appleTests(_ name: String, _ dependencies: [Target.Dependency] = [], own: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.init(stringLiteral: name)] + dependencies + emulations + emulated(own),
    swiftSettings: house + aliases + aliasing(own) + (isEmulated ? [.define("APPLE_EMULATION")] : []))
}

// What runs on an Apple platform and, emulated, on Linux. Add an adapter here, its tests below it.
let appleAdapters: [Target] = [
  appleRoom("AppleKeychain", ["SecretStorage", "Redaction", "SecurityPolicy", crypto]),
  appleRoom("AppleFiles", ["DataLifecycle", "SecurityPolicy"]),
  appleRoom("AppleIntegrity", ["AppIntegrity", "SecurityPolicy"], own: emulatedForIntegrity.map(\.name)),
  appleRoom(
    "AppleTransport",
    ["NetworkTrust", "SecretStorage", "DataLifecycle", "Redaction", "SecurityPolicy", http]
      + emulated(emulatedTransportParts),
    own: emulatedForTransport.map(\.name)),
  appleRoom(
    "AppleScreen", ["ScreenPrivacy", "SecurityPolicy", "Redaction", "UntrustedInput"],
    own: ["UIKit", "UserNotifications", "SwiftUI"]),
  appleRoom("AppleWeb", ["WebContent", "SecurityPolicy", "UntrustedInput"], own: ["UIKit", "WebKit"]),
  appleRoom("AppleLink", ["PeerMesh", "Redaction"], own: emulatedForLink.map(\.name) + ["Network"]),
]
let appleAdapterTests: [Target] = [
  appleTests("AppleKeychain", ["SecretStorage", "SecurityTesting", "Redaction", "SecurityPolicy", crypto]),
  appleTests("AppleFiles", ["DataLifecycle", "SecurityTesting", "SecurityPolicy"]),
  appleTests(
    "AppleIntegrity", ["AppIntegrity", "SecurityPolicy", "SecurityTesting"], own: emulatedForIntegrity.map(\.name)),
  appleTests(
    "AppleTransport",
    [
      "NetworkTrust", "SecretStorage", "DataLifecycle", "SecurityTesting", "ChainSamples", "Redaction",
      "SecurityPolicy",
      "TrustWire", http, crypto, cryptoExtras, x509, asn1,
    ] + emulated(emulatedTransportParts),
    own: emulatedForTransport.map(\.name)),
  appleTests(
    "AppleScreen", ["ScreenPrivacy", "SecurityTesting", "SecurityPolicy", "Redaction", "UntrustedInput"],
    own: ["UIKit", "UserNotifications", "SwiftUI"]),
  appleTests("AppleWeb", ["WebContent", "SecurityPolicy", "UntrustedInput"], own: ["UIKit", "WebKit"]),
  appleTests(
    "AppleLink", ["PeerMesh", "SecurityTesting", "SecurityPolicy", "Redaction", crypto],
    own: emulatedForLink.map(\.name) + ["Network"]),
]

// Apple's platforms build the adapters for real. Other hosts do not list them, so nothing there may depend on them.
#if canImport(Darwin)
  let listsAppleAdapters = true
#else
  let listsAppleAdapters = isEmulated
#endif

/// Dependencies on adapters for Apple platforms: none where they are not listed.
func apple(_ names: String...) -> [Target.Dependency] {
  if isEmulated { return names.map { .init(stringLiteral: $0) } }
  return listsAppleAdapters ? names.map { .target(name: $0, condition: .when(platforms: [.iOS, .macOS])) } : []
}

/// GRDB and SQLite's own interface below it, which the emulation does without: `SealedRecords` is then compiled without
/// its trait.
let records: [Target.Dependency] =
  isEmulated ? [] : ["GRDB", "GRDBSQLite"].map { guarded($0, "GRDB.swift", ["Records"]) }

/// What reads TAK's binary form; without its trait `CursorOnTarget` reads XML only.
let protobuf: [Target.Dependency] = isEmulated ? [] : [guarded("SwiftProtobuf", "swift-protobuf", ["TAK"])]

#if os(Linux)
  let memoryProbe: [Target.Dependency] = ["MemoryProbe"]
#else
  let memoryProbe: [Target.Dependency] = []
#endif

let portableTests: [Target] = [
  tests("UntrustedInput"),
  tests("SecurityPolicy", ["UntrustedInput"]),
  tests("Redaction", [log] + memoryProbe),
  tests("TrustWire", ["UntrustedInput", "SecurityPolicy", "Redaction", "SecurityTesting", crypto, cryptoExtras]),
  tests("SecretStorage", ["SecurityTesting", "Redaction", "SecurityPolicy", crypto, cryptoExtras]),
  tests(
    "SealedRecords", ["SecurityTesting", "Redaction", "SecurityPolicy", "RecordProcess", crypto] + records),
  tests("DataLifecycle", ["SecurityTesting", "Redaction", "SecurityPolicy", "WipeProcess"]),
  tests(
    "NetworkTrust",
    [
      "ChainSamples", "SecurityTesting", "TrustWire", "UntrustedInput", "SecurityPolicy", "Redaction", http, x509, asn1,
      crypto, cryptoExtras,
    ]),
  tests(
    "AppSession",
    ["TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput", "SecurityTesting", crypto, cryptoExtras]),
  tests("AppIntegrity", ["TrustWire", "UntrustedInput", "SecurityPolicy", "SecurityTesting", crypto]),
  tests("ScreenPrivacy", ["SecurityTesting", "SecurityPolicy", "Redaction", "UntrustedInput"]),
  tests("WebContent", ["SecurityPolicy", "UntrustedInput"]),
  tests("CursorOnTarget", ["UntrustedInput", "SecurityTesting"] + protobuf),
  tests(
    "PeerMesh",
    ["SecurityTesting", "CursorOnTarget", "SecurityPolicy", "Redaction", "UntrustedInput", crypto, cryptoExtras]),
  tests("AttestationVerification", ["AttestationSamples", "UntrustedInput", "SecurityPolicy", "Redaction", crypto]),
  tests(
    "SecurityTesting",
    [
      "SecretStorage", "SealedRecords", "DataLifecycle", "AppSession", "AppIntegrity", "NetworkTrust", "ScreenPrivacy",
      "PeerMesh", "Redaction", "SecurityPolicy",
    ]),
]
/// What tests of judges are fed with; in the emulation, too.
let samples: [Target] = [
  // makes attestations with authorities of its own, for the tests of those who verify them
  .target(
    name: "AttestationSamples", dependencies: [crypto], path: "Tests/Support/AttestationSamples", swiftSettings: house),
  // makes chains of certificates with faults and servers that misbehave, for the tests of those who judge them
  .target(
    name: "ChainSamples",
    dependencies: [
      "AttestationSamples", "NetworkTrust", "TrustWire", "SecurityPolicy", http, crypto, cryptoExtras, x509, asn1,
    ],
    path: "Tests/Support/ChainSamples", swiftSettings: house),
]
// Processes to kill, for the tests of what must survive that; they run wherever their tests do.
let victims: [Target] = [
  .executableTarget(
    name: "WipeProcess", dependencies: ["DataLifecycle", "SecurityPolicy"], path: "Tests/Support/WipeProcess",
    swiftSettings: house),
  .executableTarget(
    name: "RecordProcess", dependencies: ["SealedRecords", "SecurityPolicy", "Redaction"],
    path: "Tests/Support/RecordProcess",
    swiftSettings: house),
]
let mantletTests = appleTests(
  "Mantlet",
  [
    "AppSession", "AppIntegrity", "NetworkTrust", "SealedRecords", "SecretStorage", "DataLifecycle",
    "ScreenPrivacy", "PeerMesh", "SecurityTesting", "TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput",
    crypto, cryptoExtras, http, log,
  ] + records
    + apple("AppleKeychain", "AppleFiles", "AppleIntegrity", "AppleTransport", "AppleScreen", "AppleLink", "AppleWeb")
    + emulated(["UIKit", "UserNotifications", "WebKit", "CoreBluetooth"] + emulatedTransportParts)
    + (isEmulated ? [] : linux("LinuxSecretFiles") + ["LoopbackPort", "LoopbackTLS"]))
// The emulation adds what the façade is on Apple's adapters; the rest of its tests run without it.
if isEmulated {
  mantletTests.sources = [
    "AppleCheckTests.swift", "AppleDeviceKeyTests.swift", "AppleIdentityTests.swift", "AppleMeshTests.swift",
    "AppleMigrationTests.swift", "AppleReadmeTests.swift", "AppleScreenWipeTests.swift", "AppleSharedDataTests.swift",
    "AppleStoresTests.swift", "ClientKeyGateTests.swift", "ConsentWipeTests.swift", "OwnPhone.swift",
    "ScreenTests.swift", "StoredPushStateTests.swift", "TinyServer.swift",
  ]
}

let toolTests: [Target] = [
  // a TLS server on loopback that a test tells what to answer
  .target(
    name: "LoopbackTLS", dependencies: ["SecurityTesting"] + nio(["LinuxClient"]), path: "Tests/Support/LoopbackTLS",
    swiftSettings: house),
  mantletTests,
  tests(
    "TrustServer",
    [
      "AttestationVerification", "AttestationSamples", "AppIntegrity", "TrustWire", "SecurityPolicy", "Redaction",
      "UntrustedInput", crypto, cryptoExtras, x509, asn1, http,
      guarded("Hummingbird", "hummingbird", ["Server"]), guarded("JWTKit", "jwt-kit", ["Server"]),
      guarded("GRDB", "GRDB.swift", ["Server"]),
    ] + nio(["Server"])),
  tests("SourceAudit", ["SecurityPolicy", "UntrustedInput", crypto]),
  tests("BackupAudit", ["SourceAudit", "SecurityPolicy", "UntrustedInput"] + records),
  tests("ComplianceEvidence", ["SecurityPolicy", "UntrustedInput"]),
  tests("PlatformNetwork", ["NetworkTrust", "SecurityPolicy", "UntrustedInput"]),
]

// What only Linux can run: its adapters, and whole stories between real processes.
#if os(Linux)
  let linuxTests: [Target] = [
    tests("LinuxSecretFiles", ["SecretStorage", "SecurityTesting", "Redaction", "SecurityPolicy", "SecretSoak"]),
    tests(
      "LinuxTransport",
      [
        "NetworkTrust", "Redaction", "SecurityPolicy", "SecurityTesting", "TrustWire", "ChainSamples", "LoopbackPort",
        "LoopbackTLS", http, x509, asn1, crypto, cryptoExtras, guarded("NIOHTTP2", "swift-nio-http2", ["LinuxClient"]),
      ] + nio(["LinuxClient"])),
    tests(
      "TakGateway",
      [
        "CursorOnTarget", "NetworkTrust", "PeerMesh", "SecretStorage", "LoopbackPort", "LinuxTransport", "TakyServer",
        "SecurityTesting", "SecurityPolicy", "Redaction", "UntrustedInput", x509, http,
      ]),
    tests(
      "ProcSignals",
      ["AppIntegrity", "SecurityPolicy", "TrustWire", "CRawSystemCalls", "CTracer", "ProbeProcess"]),
    tests("LinuxLink", ["PeerMesh", "SecurityTesting", "SecurityPolicy", "Redaction"]),
    // whole stories between real processes on loopback
    .testTarget(
      name: "FlowTests",
      dependencies: [
        "MantletCommand", "AttestationSamples", "TrustWire", "UntrustedInput", "WipeSoak", "LoopbackPort", "TakyServer",
        crypto,
      ],
      swiftSettings: house),
    // ports for programs that cannot say which one they took
    .target(name: "LoopbackPort", path: "Tests/Support/LoopbackPort", swiftSettings: house),
    // a real TAK server for tests
    .target(
      name: "TakyServer", dependencies: ["LoopbackPort"], path: "Tests/Support/TakyServer", swiftSettings: house),
    // processes to kill, for the tests of what must survive that
    .executableTarget(
      name: "SecretSoak", dependencies: ["LinuxSecretFiles", "Redaction", "SecretStorage", "SecurityTesting"],
      path: "Tests/Support/SecretSoak", swiftSettings: house),
    .executableTarget(
      name: "WipeSoak",
      dependencies: [
        "Mantlet", "AppSession", "DataLifecycle", "LinuxSecretFiles", "ScreenPrivacy", "SealedRecords", "SecretStorage",
        "SecurityTesting", "SecurityPolicy", "Redaction", "TrustWire", "UntrustedInput", crypto,
      ],
      path: "Tests/Support/WipeSoak", swiftSettings: house),
    // looks for secrets in its own memory, for the tests of Redaction and for Scripts/sanitize
    .executableTarget(
      name: "MemoryProbe", dependencies: ["SecretStorage", "Redaction", crypto, cryptoExtras],
      path: "Tests/Support/MemoryProbe", swiftSettings: house),
    // a process to attack, for the tests of ProcSignals
    .executableTarget(
      name: "ProbeProcess", dependencies: ["AppIntegrity", "ProcSignals", "SecurityPolicy", "CTracer"],
      path: "Tests/Support/ProbeProcess", swiftSettings: house),
  ]
#else
  let linuxTests: [Target] = []
#endif

// What an app fetches, and all that the emulation needs.
let packagesOfTheSDK: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
  .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
  .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
  .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
]
let otherPackages: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
  .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
]

let products: [Product] = [
  // the façade with the words and protections that its interface speaks in
  .library(
    name: "Mantlet",
    targets: [
      "Mantlet", "UntrustedInput", "SecurityPolicy", "Redaction", "TrustWire", "SecretStorage", "SealedRecords",
      "DataLifecycle", "NetworkTrust", "AppSession", "AppIntegrity", "ScreenPrivacy", "WebContent", "PeerMesh",
    ]
      + (listsAppleAdapters
        ? ["AppleScreen", "AppleWeb", "AppleKeychain", "AppleFiles", "AppleIntegrity", "AppleTransport"]
        : ["LinuxSecretFiles"])),
  // messages between devices without a server
  .library(
    name: "PeerMesh",
    targets: ["PeerMesh", "CursorOnTarget", "UntrustedInput", "SecurityPolicy", "Redaction"]
      + (listsAppleAdapters ? ["AppleLink"] : [])),
  // a client of TAK servers and the bridge between them and a mesh; version 1 of TAK's protocol with the trait TAK
  .library(
    name: "TakGateway",
    targets: [
      "TakGateway", "CursorOnTarget", "PeerMesh", "NetworkTrust", "SecretStorage", "UntrustedInput", "SecurityPolicy",
      "Redaction",
    ]),
  .library(name: "SecurityTesting", targets: ["SecurityTesting"]),
  // for a server that answers an app's own routes, too: empty without the trait Server
  .library(name: "TrustServer", targets: ["TrustServer"]),
  // for any server that verifies hardware attestation
  .library(
    name: "AttestationVerification",
    targets: ["AttestationVerification", "UntrustedInput", "SecurityPolicy", "Redaction"]),
  // what reads sources: for the benchmark, and for tools of one's own
  .library(name: "SourceAudit", targets: ["SourceAudit", "SecurityPolicy", "UntrustedInput"]),
  .executable(name: "mantlet", targets: ["MantletCommand"]),
]

let portableRooms: [Target] = [
  // words: values only, no I/O, no platform
  room("UntrustedInput"),
  room("SecurityPolicy", ["UntrustedInput", crypto]),
  room("Redaction", [log, crypto]),
  room("TrustWire", ["UntrustedInput", "SecurityPolicy", "Redaction", crypto, cryptoExtras]),
  room("CursorOnTarget", ["UntrustedInput"] + protobuf),

  // protections: portable; peers do not know each other
  room("SecretStorage", ["Redaction", "SecurityPolicy", crypto, cryptoExtras]),
  room("SealedRecords", ["UntrustedInput", "SecurityPolicy", "Redaction", crypto] + records),
  room("DataLifecycle", ["UntrustedInput", "Redaction", "SecurityPolicy", crypto]),
  room(
    "NetworkTrust",
    ["TrustWire", "UntrustedInput", "SecurityPolicy", "Redaction", crypto, cryptoExtras, asn1, x509, http]),
  room("AppSession", ["TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput"]),
  room("AppIntegrity", ["TrustWire", "UntrustedInput", "SecurityPolicy", crypto]),
  room("ScreenPrivacy", ["UntrustedInput", "SecurityPolicy", "Redaction"]),
  room("WebContent", ["UntrustedInput", "SecurityPolicy"]),
  room("PeerMesh", ["CursorOnTarget", "UntrustedInput", "SecurityPolicy", "Redaction", crypto, cryptoExtras]),
  // for servers, yet portable: nothing that an app links depends on it
  room("AttestationVerification", ["UntrustedInput", "SecurityPolicy", "Redaction", crypto, cryptoExtras]),

  // what tests stand on
  room(
    "SecurityTesting",
    [
      "SecretStorage", "SealedRecords", "DataLifecycle", "NetworkTrust", "AppSession", "AppIntegrity", "ScreenPrivacy",
      "PeerMesh", "CursorOnTarget", "TrustWire", "UntrustedInput", "Redaction", "SecurityPolicy", crypto, cryptoExtras,
      asn1, x509, http,
    ]),
]

// The façade, with the adapters of the platform that it is built for.
let mantlet = room(
  "Mantlet",
  [
    "TrustWire", "SecretStorage", "SealedRecords", "DataLifecycle", "NetworkTrust", "AppSession", "AppIntegrity",
    "ScreenPrivacy", "WebContent", "PeerMesh", "Redaction", "SecurityPolicy", "UntrustedInput", crypto, http, log,
  ] + apple("AppleKeychain", "AppleFiles", "AppleIntegrity", "AppleTransport", "AppleScreen", "AppleWeb")
    + (isEmulated
      ? emulations + emulated(emulatedTransportParts)
      : linux("LinuxSecretFiles", "LinuxTransport", "ProcSignals")))
mantlet.swiftSettings = house + aliases

let otherRooms: [Target] = [
  // adapters: thin, one asset on one platform
  .target(name: "CKernelKeyring"),
  // behind its trait: who builds without a TPM needs no libtss2
  .systemLibrary(name: "CTSS2", pkgConfig: "tss2-esys", providers: [.apt(["libtss2-dev"])]),
  room(
    "LinuxSecretFiles",
    [
      "SecretStorage", "Redaction", "SecurityPolicy", crypto, cryptoExtras,
      .target(name: "CKernelKeyring", condition: .when(platforms: [.linux])),
      .target(name: "CTSS2", condition: .when(platforms: [.linux], traits: ["TPM"])),
    ]),
  room(
    "LinuxTransport",
    ["NetworkTrust", "SecurityPolicy", http, guarded("NIOHTTP2", "swift-nio-http2", ["LinuxClient"])]
      + nio(["LinuxClient"])),
  .target(name: "CRawSystemCalls"),
  .target(name: "CLoadedImages"),
  room("ProcSignals", ["AppIntegrity", "SecurityPolicy", "CRawSystemCalls", "CLoadedImages"]),
  room("LinuxLink", ["PeerMesh"]),
  // behind its trait: who runs one server on SQLite needs no libpq
  .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
  // behind its trait: who signs few tokens needs no second libcrypto
  .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  // behind its trait: who shows no mission keys needs no libqrencode
  .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

  // assembly and tools
  mantlet,
  room(
    "TakGateway",
    [
      "CursorOnTarget", "NetworkTrust", "PeerMesh", "SecretStorage", "UntrustedInput", "SecurityPolicy", "Redaction",
      crypto, asn1, x509, http,
    ]),
  room(
    "TrustServer",
    [
      "AttestationVerification", "TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput", crypto, cryptoExtras,
      log,
      http,
      guarded("Hummingbird", "hummingbird", ["Server"]), guarded("HummingbirdCore", "hummingbird", ["Server"]),
      guarded("HummingbirdTLS", "hummingbird", ["Server"]),
      guarded("GRDB", "GRDB.swift", ["Server"]),
      guarded("ServiceLifecycle", "swift-service-lifecycle", ["Server"]),
      .target(name: "CLibpq", condition: .when(traits: ["PostgreSQL"])),
      .target(name: "COpenSSL", condition: .when(traits: ["OpenSSL"])),
    ] + nio(["Server"])),
  room(
    "SourceAudit",
    [
      "SecurityPolicy", "UntrustedInput", crypto, guarded("SwiftParser", "swift-syntax", ["Audit"]),
      guarded("SwiftSyntax", "swift-syntax", ["Audit"]), guarded("Yams", "Yams", ["Audit"]),
    ]),
  room("BackupAudit", ["SourceAudit", "SecurityPolicy", "UntrustedInput"] + records),
  room("ComplianceEvidence", ["SecurityPolicy", "UntrustedInput", crypto]),
  room("PlatformNetwork", ["SecurityPolicy", "UntrustedInput"]),

  // the command; not called `mantlet` like its product: a case-insensitive disk would take it for `Mantlet`
  .executableTarget(
    name: "MantletCommand",
    dependencies: [
      "Mantlet", "TrustServer", "SourceAudit", "BackupAudit", "ComplianceEvidence", "PlatformNetwork",
      "AttestationVerification", "AppSession",
      "AppIntegrity", "NetworkTrust", "DataLifecycle", "SecretStorage", "ScreenPrivacy", "WebContent", "PeerMesh",
      "TakGateway", "SecurityTesting", "CursorOnTarget", "TrustWire", "SecurityPolicy", "Redaction", "UntrustedInput",
      crypto,
      cryptoExtras, x509, http, log,
      asn1, guarded("ArgumentParser", "swift-argument-parser", ["Server"]),
      .target(name: "CQrencode", condition: .when(platforms: [.linux], traits: ["TAK"])),
    ] + nio(["Server"]) + linux("CTracer", "ProcSignals", "LinuxSecretFiles", "LinuxTransport", "LinuxLink"),
    swiftSettings: house),
  // an adversary for demonstrations and tests; nothing that an app links depends on it
  .target(name: "CTracer"),
]

// An emulation that imports another one finds it by the alias too; the alias of its own name would hide it.
let emulation: [Target] =
  (emulatedModules + emulatedForIntegrity + emulatedForTransport + emulatedForScreen + emulatedForLink).map { module in
    .target(
      name: "Emulated" + module.name, dependencies: module.dependencies, path: "Emulation/Emulated" + module.name,
      swiftSettings: house
        + (module.dependencies.isEmpty || module.name == "Security" ? [] : aliases)
        + (["MachO", "ObjectiveC"].contains(module.name) ? aliasing(["Darwin"]) : [])
        + (["WebKit", "SwiftUI"].contains(module.name) ? aliasing(["UIKit"]) : [])
        + (module.name == "CoreImage" ? aliasing(["CoreGraphics"]) : []))
  }
  + emulatedParts.map {
    .target(name: "Emulated" + $0, path: "Emulation/Emulated" + $0, swiftSettings: house)
  }
  + emulatedTransportParts.map {
    .target(
      name: "Emulated" + $0, dependencies: ["EmulatedSecurity"], path: "Emulation/Emulated" + $0,
      swiftSettings: house + aliases)
  }

let targets: [Target] =
  isEmulated
  ? portableRooms + samples + appleAdapters + [mantlet] + appleAdapterTests + [mantletTests] + emulation
  : portableRooms + samples + victims + portableTests + otherRooms + toolTests + linuxTests
    + (listsAppleAdapters ? appleAdapters + appleAdapterTests : [])

let package = Package(
  name: "mantlet",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: isEmulated ? [] : products,
  traits: [
    .default(enabledTraits: isDependency || isEmulated ? [] : rootTraits),
    .trait(name: "Server", description: "TrustServer and the command"),
    .trait(name: "Audit", description: "SourceAudit on swift-syntax"),
    .trait(name: "Records", description: "SealedRecords on SQLite"),
    .trait(name: "LinuxClient", description: "LinuxTransport on SwiftNIO"),
    .trait(
      name: "PostgreSQL", description: "TrustServer's store for several servers, on libpq", enabledTraits: ["Server"]),
    .trait(
      name: "OpenSSL", description: "TrustServer's signatures by the system's OpenSSL", enabledTraits: ["Server"]),
    .trait(name: "TAK", description: "CursorOnTarget in TAK's binary form, on swift-protobuf"),
    .trait(name: "TPM", description: "root keys of LinuxSecretFiles in a TPM 2.0, on libtss2"),
  ],
  dependencies: packagesOfTheSDK + (isEmulated ? [] : otherPackages),
  targets: targets,
  swiftLanguageModes: [.v6]
)

// `swift package mantlet-audit`, for an app's package that asks for the traits Audit and Server. Not listed at the root,
// where nobody calls it: what a plugin runs is built a second time, as a tool, with all that it depends on.
if isDependency || Context.environment["MANTLET_PLUGIN"] == "1", !isEmulated {
  package.products.append(.plugin(name: "MantletAudit", targets: ["MantletAudit"]))
  // A plugin finds its tool only under a product of the target's own name.
  package.products.append(.executable(name: "MantletCommand", targets: ["MantletCommand"]))
  package.targets.append(
    .plugin(
      name: "MantletAudit",
      capability: .command(
        intent: .custom(verb: "mantlet-audit", description: "Say where the package's sources break the policy.")),
      dependencies: ["MantletCommand"]))
}

// What Scripts/sanitize builds: neither the server nor what needs its packages.
if Context.environment["MANTLET_PORTABLE"] == "1" {
  let left: Set = [
    "LinuxTransport", "TakGateway", "ProcSignals", "ProbeProcess", "Mantlet", "TrustServer", "SourceAudit",
    "BackupAudit",
    "ComplianceEvidence", "MantletCommand", "MantletAudit", "FlowTests", "WipeSoak",
  ]
  package.targets.removeAll { left.contains($0.name) || left.contains($0.name.replacing("Tests", with: "")) }
  package.products.removeAll()
}
// And of its tests some alone, by the names of what they test.
if let only = Context.environment["MANTLET_TESTS"] {
  let kept = Set(only.split(separator: " ").map { String($0) + "Tests" })
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

// What Scripts/test-postgres builds: the server without the command.
if Context.environment["MANTLET_SERVER_ONLY"] == "1" {
  let kept: Set = [
    "UntrustedInput", "SecurityPolicy", "Redaction", "TrustWire", "CLibpq", "COpenSSL", "AttestationVerification",
    "AttestationSamples", "AppIntegrity", "TrustServer", "TrustServerTests",
  ]
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll()
  package.dependencies.removeAll {
    guard case .sourceControl(_, let address, _) = $0.kind else { return false }
    return ["/swift-syntax", "/Yams", "/swift-protobuf"].contains { address.hasSuffix($0) }
  }
}
