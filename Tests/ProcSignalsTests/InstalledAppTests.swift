#if os(Linux)

  import AppIntegrity
  import ProcSignals
  import SecurityPolicy
  import Testing

  @Suite("What Android told an app about itself")
  struct InstalledAppTests {
    private static let own = String(repeating: "05", count: 32)
    private static let probes = ["unofficialStore.installer", "appIntegrity.debuggable", "passcode.set"]

    private func signals(_ app: InstalledApp, of device: StagedDevice) -> [String: Signal] {
      let all = ProcSignals(root: device.root, app: app).signals()
      return Dictionary(all.map { ($0.probe, $0) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("An app from its store, signed by its own key, on a guarded device shows nothing")
    func sound() throws {
      let device = try StagedDevice.cleanAndroid()
      let app = InstalledApp(
        installer: "com.android.vending", signers: [Self.own], isDebuggable: false, hasPasscode: true,
        expectedSigners: [Self.own])
      let seen = signals(app, of: device)
      for probe in Self.probes + ["appIntegrity.signer"] { #expect(seen[probe]?.observation == .clean, "\(probe)") }
      #expect(Assessment(Array(seen.values)).hooked == .holds)
    }

    @Test(
      "Another signer is a strong sign, an open door for debuggers a medium one, another shop and no passcode weak ones"
    )
    func changed() throws {
      let device = try StagedDevice.cleanAndroid()
      var app = InstalledApp(
        installer: "org.shop", signers: [Self.own, String(repeating: "06", count: 32)], isDebuggable: true,
        hasPasscode: false, expectedSigners: [Self.own])
      let seen = signals(app, of: device)
      let expected: [String: (Signal.Strength, String)] = [
        "unofficialStore.installer": (.weak, "installed by org.shop"),
        "appIntegrity.debuggable": (.medium, "FLAG_DEBUGGABLE"),
        "passcode.set": (.weak, "no passcode"), "appIntegrity.signer": (.strong, "signed with another key"),
      ]
      for (probe, (strength, fact)) in expected {
        #expect(seen[probe]?.observation == .detected && seen[probe]?.strength == strength, "\(probe)")
        #expect(seen[probe]?.evidence == [fact])
      }
      #expect(Assessment(Array(seen.values)).hooked.word == "fails")
      (app.installer, app.signers, app.isDebuggable) = ("", [], false)
      let bare = signals(app, of: device)
      #expect(bare["unofficialStore.installer"]?.evidence == ["no installer"])
      #expect(bare["appIntegrity.signer"]?.evidence == ["signed by nobody"])
      app = InstalledApp(installer: "org.shop", stores: ["org.shop"])
      #expect(signals(app, of: device)["unofficialStore.installer"]?.observation == .clean)
    }

    @Test(
      "What an app could not look at is no clean answer, and its signer is an open question only when it names its own")
    func blind() throws {
      let device = try StagedDevice.cleanAndroid()
      let silent = signals(InstalledApp(), of: device)
      for probe in Self.probes { #expect(silent[probe]?.observation == .unavailable, "\(probe)") }
      #expect(silent["appIntegrity.signer"] == nil)
      #expect(Assessment(Array(silent.values)).hooked == .holds)
      let asking = signals(InstalledApp(expectedSigners: [Self.own]), of: device)
      #expect(asking["appIntegrity.signer"]?.observation == .unavailable)
      #expect(Assessment(Array(asking.values)).hooked.word == "undetermined")
    }

    @Test("On other systems nobody asks")
    func desktop() throws {
      let seen = signals(InstalledApp(isDebuggable: true, expectedSigners: [Self.own]), of: try StagedDevice())
      for probe in Self.probes + ["appIntegrity.signer"] { #expect(seen[probe] == nil, "\(probe)") }
    }
  }

#endif
