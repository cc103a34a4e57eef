import UntrustedInput

/// Background modes that no code of the app makes use of.
struct UnusedBackgroundMode: ProjectRule {
  /// Source: Apple, UIBackgroundModes.
  private static let users: [String: [String]] = [
    "location": ["CLLocationManager", "CLLocationUpdate", "CLBackgroundActivitySession", "CLMonitor"],
    "audio": [
      "AVAudioSession", "AVPlayer", "AVAudioPlayer", "AVAudioEngine", "AVAudioRecorder", "AVQueuePlayer",
      "MPNowPlayingInfoCenter", "AVPlayerViewController", "AVPictureInPictureController",
    ],
    "voip": ["PKPushRegistry", "CXProvider"],
    "bluetooth-central": ["CBCentralManager"], "bluetooth-peripheral": ["CBPeripheralManager"],
    "external-accessory": ["EAAccessoryManager", "EASession"],
  ]

  let manual = RuleManual(
    "unused-background-mode", "The app runs in the background only for what it does there",
    reason: "A mode that nothing uses keeps a door open through which code that comes later (a library's, too) listens "
      + "or locates unseen.",
    fix: "Remove the mode.",
    ids: ["O.Purp_1", "O.Plat_3", "MASVS-PRIVACY-1", "MASWE-0117", "CWE-250", "CWE-272"],
    violating: [
      RuleExample(
        "location without a user", path: "App/Info.plist", lines: [3],
        others: [SourceText(path: "App/A.swift", text: "struct Home {}")],
        plist(
          "<key>LSRequiresIPhoneOS</key><true/><key>UIBackgroundModes</key>\n<array><string>location</string></array>"))
    ],
    conforming: [
      RuleExample(
        "in use", path: "App/Info.plist",
        others: [SourceText(path: "App/A.swift", text: "let places = CLLocationManager()")],
        plist(
          "<key>LSRequiresIPhoneOS</key><true/><key>UIBackgroundModes</key><array><string>location</string></array>"))
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    guard project.units.contains(where: { $0.role == .app }) else { return }
    for list in project.appLists {
      for node in list.root["UIBackgroundModes"]?.array ?? [] {
        guard let users = node.string.flatMap({ Self.users[$0] }),
          !project.units.contains(where: { unit in users.contains { unit.row(of: $0) != nil } })
        else { continue }
        record.flaw(manual, in: list, at: node.position, .note, "No code of the app uses this background mode.")
      }
    }
  }
}
