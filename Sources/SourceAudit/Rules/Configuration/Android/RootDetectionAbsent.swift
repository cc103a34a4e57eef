import UntrustedInput

/// An app that guards something with biometrics and does not ask what it runs on.
struct RootDetectionAbsent: ProjectRule {
  private static let signs = [
    "RootBeer", "isRooted", "isDeviceRooted", "checkRoot", "isRootedWithoutBusyBoxCheck", "RootDetection", "Mantlet",
    "IntegrityManagerFactory", "StandardIntegrityManager", "IntegrityTokenRequest", "SafetyNet", "TamperDetection",
    "RootChecker", "isJailBroken", "SecurityAssessment", "Talsec",
  ]

  let manual = RuleManual(
    "root-detection-absent", "An app with a lock knows what it runs on",
    reason: "On a device whose owner, or whose intruder, has all rights the lock of the app can be stepped over.",
    fix: "Assess the device at start and at times in between, and let the server judge the report.",
    ids: ["O.Resi_2", "O.Resi_5", "MASVS-RESILIENCE-1", "MASWE-0097", "CWE-693"],
    violating: [
      RuleExample(
        "a lock and no look", path: "AndroidManifest.xml", lines: [2],
        others: [SourceText(path: "Lock.kt", text: "class Lock(val prompt: BiometricPrompt)")],
        manifest("<uses-permission android:name=\"android.permission.USE_BIOMETRIC\" />")),
      RuleExample(
        "a look in a test", path: "AndroidManifest.xml", lines: [2],
        others: [
          SourceText(path: "Lock.kt", text: "class Lock(val prompt: BiometricPrompt)"),
          SourceText(path: "src/test/RootTest.kt", text: "fun f(c: Context) = RootBeer(c).isRooted"),
        ],
        manifest("<uses-permission android:name=\"android.permission.USE_BIOMETRIC\" />")),
    ],
    conforming: [
      RuleExample(
        "looked at", path: "AndroidManifest.xml",
        others: [SourceText(path: "Lock.kt", text: "fun f(c: Context) = RootBeer(c).isRooted")],
        manifest("<uses-permission android:name=\"android.permission.USE_BIOMETRIC\" />")),
      RuleExample(
        "no lock", path: "AndroidManifest.xml", others: [SourceText(path: "A.kt", text: "fun f() = 1")],
        manifest("<uses-permission android:name=\"android.permission.INTERNET\" />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    // What a test names, no user runs.
    let units = project.units.filter { $0.role == .app && AndroidRules.languages.contains($0.language) }
    guard !units.isEmpty, !units.contains(where: { unit in Self.signs.contains { unit.row(of: $0) != nil } }) else {
      return
    }
    for manifest in project.documents.android.manifests where manifest.place.isShipped {
      let asked = manifest.permissions.first {
        ["android.permission.USE_BIOMETRIC", "android.permission.USE_FINGERPRINT"].contains($0.android("name")?.value)
      }
      guard let asked else { continue }
      return record.flaw(
        manual, android: manifest.file, at: asked.position, .note,
        "The app has a lock, and nothing in it looks at the device that it runs on.")
    }
  }
}
