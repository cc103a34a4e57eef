import UntrustedInput

/// Protected data that the code asks for without telling the user why.
/// Source: Apple, "Requesting access to protected resources"; NSFaceIDUsageDescription.
struct MissingUsageDescription: ProjectRule {
  /// Names of code, and the keys of which one must be there.
  private static let needs: [(names: [String], keys: [String])] = [
    (["deviceOwnerAuthenticationWithBiometrics", "biometryCurrentSet", "biometryAny"], ["NSFaceIDUsageDescription"]),
    (
      ["AVCapturePhotoOutput", "AVCaptureMetadataOutput", "AVCaptureVideoDataOutput", "DataScannerViewController"],
      ["NSCameraUsageDescription"]
    ),
    (["AVAudioRecorder", "requestRecordPermission"], ["NSMicrophoneUsageDescription"]),
    (
      ["requestWhenInUseAuthorization"],
      ["NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription"]
    ),
    (["requestAlwaysAuthorization"], ["NSLocationAlwaysAndWhenInUseUsageDescription"]),
    (["CNContactStore"], ["NSContactsUsageDescription"]),
    (
      ["CBCentralManager", "CBPeripheralManager"],
      ["NSBluetoothAlwaysUsageDescription", "NSBluetoothPeripheralUsageDescription"]
    ),
    (["HKHealthStore"], ["NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription"]),
    (["CMMotionActivityManager", "CMPedometer"], ["NSMotionUsageDescription"]),
    (["SFSpeechRecognizer"], ["NSSpeechRecognitionUsageDescription"]),
    (["requestTrackingAuthorization"], ["NSUserTrackingUsageDescription"]),
    (["NFCTagReaderSession", "NFCNDEFReaderSession"], ["NFCReaderUsageDescription"]),
    (["MCNearbyServiceBrowser", "MCNearbyServiceAdvertiser"], ["NSLocalNetworkUsageDescription"]),
  ]

  let manual = RuleManual(
    "missing-usage-description", "The app says why it asks for protected data",
    reason: "Without its reason the system ends the app or refuses the data; without the one for Face ID the app falls "
      + "back to the passcode, which more people know.",
    fix: "Add the key with a sentence that says what the data is for.",
    ids: ["O.Purp_1", "O.Plat_3", "MASVS-PRIVACY-3", "MASVS-AUTH-2", "MASWE-0117", "CWE-359", "CWE-1059"],
    violating: [
      RuleExample(
        "Face ID", path: "App/A.swift", lines: [2],
        others: [SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>"))],
        """
        func canUseFace(_ context: LAContext) -> Bool {
          context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        }
        """),
      RuleExample(
        "no reason", path: "App/Info.plist", lines: [3],
        plist("<key>LSRequiresIPhoneOS</key><true/>\n<key>NSCameraUsageDescription</key><string> </string>")),
      RuleExample(
        "no reason in a setting", path: "Release.xcconfig", lines: [2],
        "A = 1\nINFOPLIST_KEY_NSCameraUsageDescription =\n"),
    ],
    conforming: [
      RuleExample(
        "in the build settings", path: "App/A.swift",
        others: [
          SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>")),
          SourceText(
            path: "App.xcodeproj/project.pbxproj",
            text: xcodeProject(release: "INFOPLIST_KEY_NSContactsUsageDescription = \"To invite friends\";")),
        ],
        "let store = CNContactStore()"),
      RuleExample("a library", path: "Sources/A.swift", "let store = CNContactStore()"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let lists = project.appLists
    for list in lists + project.generatedLists {
      for member in list.root.members ?? [] where member.name.hasSuffix("UsageDescription") {
        guard let text = member.node.string, text.allSatisfy(\.isWhitespace) else { continue }
        record.flaw(manual, in: list, at: member.position, .warning, "This key gives no reason.")
      }
    }
    guard !lists.isEmpty else { return }
    let units = project.appleUnits
    for (names, keys) in Self.needs where !keys.contains(where: project.declares) {
      guard let place = project.firstMention(names, in: units) else { continue }
      record.flaw(manual, at: place, .warning, "Info.plist has no \(keys[0]), which this needs.", confidence: .medium)
    }
  }
}
