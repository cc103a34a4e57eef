#if APPLE_EMULATION
  import AppIntegrity
  import Foundation
  import Mantlet
  import SecurityPolicy
  import Testing

  @Suite("The check that an app on iOS is opened with", .serialized)
  struct AppleCheckTests {
    @Test("It asks the catalogue, the process, the app and what is around it")
    @MainActor
    func complete() throws {
      let result = try AppleStores.check(bundleIdentifier: "org.example.other", team: "A1B2C3D4E5")
        .run(now: Date(timeIntervalSince1970: 1_800_000_000))
      #expect(result.system.platform == .ios)
      let probes = Set(result.signals.map(\.probe))
      #expect(
        probes.isSuperset(of: [
          "privilegedAccess.files", "hooks.images", "debug.traced", "appIntegrity.bundle", "appIntegrity.team",
          "systemVPN.proxy", "screenRecording.captured",
        ]))
      // No verdict on an app whose own bundle cannot be read: this process has none.
      #expect(result.assessment.hooked != .holds)
    }

    @Test("Without an expected app nobody asks who signed it")
    @MainActor
    func unasked() throws {
      let result = try AppleStores.check(bundleIdentifier: nil, team: nil)
        .run(now: Date(timeIntervalSince1970: 1_800_000_000))
      #expect(!result.signals.contains { $0.probe == "appIntegrity.team" || $0.probe == "appIntegrity.bundle" })
    }
  }
#endif
