import AppIntegrity
import DataLifecycle
import Foundation
import Mantlet
import NetworkTrust
import PeerMesh
import Redaction
import ScreenPrivacy
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

/// The façade's own wipe targets, on the life of a person who left something in each.
@Suite(.timeLimit(.minutes(15))) struct WipeTargetTests {
  private struct Icon: CacheableValue, Codable, Hashable { var bytes: [UInt8] = [1, 2, 3] }
  private enum Theme: String, NonSensitiveValue, Codable { case light, dark }

  /// A check that notes something in words.
  private struct WordyProbe: SignalSource {
    func signals() -> [Signal] {
      [
        Signal(
          probe: "debug.words", category: .debug, strength: .strong, family: .processState, observation: .detected,
          evidence: ["/srv/ada"])
      ]
    }
  }

  private final class Place: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/targets-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private static let names = [
    "breadcrumbs", "caches", "client-identity", "device-checks", "imports", "keys", "legacy-secrets", "log", "mesh",
    "notification-consent",
    "open-caches", "owner", "pin", "preferences", "records", "secrets", "session", "session-context",
  ]

  private let place: Place
  /// The app's own: a shield holds none of them.
  private let reporters = Reporters()

  private final class Reporters: Sendable {
    let all = Mutex<[MaskedCrashReporter]>([])
  }

  private struct Nobody: CrashReporting {
    func record(_ report: CrashReport) {}
  }

  init() throws { place = try Place() }

  private func recordFiles(_ life: String) -> [String] {
    ["", "-wal", "-journal"].map { life + "/records.sqlite" + $0 }
  }

  /// - Parameter life: the folder that it lies in.
  private func filled(_ life: String) async throws -> Stage {
    try FileManager.default.createDirectory(
      atPath: life, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    var device = Stage.Device()
    device.cacheFolder = life + "/caches"
    device.preferences = InMemoryPreferences()
    let shape = LegacyShape.plain(service: "org.example.old")
    device.migration = LegacyMigration(
      leftIn: [life],
      moves: [.init(from: InMemoryLegacySource([LegacyItem(shape, account: "unknown"): [5]]), steps: [])])
    let probes = QuietDevice()
    let stage = try await Stage(
      device,
      slice: testSlice { $0.logging.file = LogFileRequirement(name: "diagnostics", bytes: 16 << 10) }
    ) { adapters in
      adapters.recordFiles = recordFiles(life)
      adapters.logFolder = life + "/log"
      adapters.importFolder = life + "/imports"
      adapters.absent[.temporaryFiles] = nil
      adapters.check = SecurityCheck(facts: probes, sources: [WordyProbe()])
    }
    let shield = stage.shield
    try await shield.enroll()
    try await shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    guard let pin = PIN(copying: "580361") else { throw StorageError.unavailable(0) }
    try await shield.setPIN(pin)
    try await shield.secrets.write(Secret(copying: [1]), as: SecretName(constant: "partner.token"))
    try await shield.imageCache(of: Icon.self).store(Icon(), for: "i", now: Date(timeIntervalSince1970: 1_800_000_000))
    try await shield.preferences().set(.dark, of: try #require(PreferenceKey<Theme>("theme")))
    try await shield.openLogFile(for: AppLogging(shield.slice.logging))?.append(
      "line", now: Date(timeIntervalSince1970: 1_800_000_000))
    _ = try await shield.clientIdentity.request(CertificateSubject([.commonName("ada")]))
    let system = InMemoryNotificationSystem()
    system.answer = .granted
    let consent = shield.notificationConsent(system: system, registry: InMemoryPushTokenRegistry())
    try await consent.switchOn(.insecureWithoutUser())
    let crashes = MaskedCrashReporter(Nobody(), allowedKeys: [])
    crashes.leave(breadcrumb: "Ada opened her diary")
    reporters.all.withLock { $0.append(crashes) }
    shield.forgetsAtLogout(crashes)
    // One that the server does not have yet.
    _ = try await shield.checkDevice()
    let letter = life + "/letter"
    try Data([1]).write(to: URL(fileURLWithPath: letter))
    try await shield.importFile(at: letter, as: "letter")
    var dice = SystemRandomNumberGenerator()
    try await shield.joinMission(try MeshKey.random(mission: "Rescue", using: &dice))
    #expect(try await shield.mesh(as: MeshMember(callsign: "Ada")) != nil)
    for file in recordFiles(life) { try Data([1]).write(to: URL(fileURLWithPath: file)) }
    return stage
  }

  @Test("Each target of the façade keeps every claim of the conformance suite", arguments: names)
  func conformance(_ name: String) async throws {
    var stages: [Stage] = []
    let broken = await WipeTargetConformance.brokenClaims {
      let stage = try await filled(place.path + "/\(stages.count)")
      stages.append(stage)
      return try #require(stage.shield.wipe.plan.targets.first { $0.name.text == name })
    }
    #expect(broken == [])
    #expect(stages.count > 4)
  }

  @Test("The list of targets above is whole")
  func whole() async throws {
    let stage = try await filled(place.path + "/life")
    #expect(stage.shield.wipe.plan.targets.map(\.name.text).sorted() == Self.names)
  }

  @Test("A folder where SQLite keeps a file stops no logout, and a link there is not followed")
  func folderAmongRecords() async throws {
    let life = place.path + "/life"
    let stage = try await filled(life)
    let outside = place.path + "/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
    try Data([1]).write(to: URL(fileURLWithPath: outside + "/precious"))
    let blocking = life + "/records.sqlite-journal"
    try FileManager.default.removeItem(atPath: blocking)
    try FileManager.default.createDirectory(atPath: blocking + "/inner", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: blocking + "/inner/link", withDestinationPath: outside)
    let report = try await stage.shield.logOut()
    #expect(report.isComplete)
    #expect(recordFiles(life).allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    #expect(FileManager.default.fileExists(atPath: outside + "/precious"))
  }
}
