import UntrustedInput

/// An app that guards something with biometrics and does not ask what it runs on.
///
/// What asks has to run, and a question has to be heeded: code that nobody calls, an answer that is thrown away and a
/// function that always says the same ask nothing.
struct RootDetectionAbsent: ProjectRule {
  private static let questions: Set<String> = [
    "isRooted", "isDeviceRooted", "checkRoot", "isRootedWithoutBusyBoxCheck", "isRootedWithBusyBoxCheck",
    "isJailBroken", "detectRootManagementApps", "checkSuExists", "checkForSuBinary", "checkForMagiskBinary",
    "checkForRootNative",
  ]
  /// What looks by itself once it is made or started.
  private static let libraries: Set<String> = [
    "RootDetection", "Mantlet", "IntegrityManagerFactory", "StandardIntegrityManager", "IntegrityTokenRequest",
    "SafetyNet", "TamperDetection", "RootChecker", "SecurityAssessment", "Talsec",
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
      RuleExample(
        "looks that nobody calls, that are thrown away, or that always say the same", path: "AndroidManifest.xml",
        lines: [2],
        others: [
          SourceText(
            path: "Lock.kt",
            text: """
              class Lock(val prompt: BiometricPrompt) : AppCompatActivity() {
                override fun onCreate(state: Bundle?) { RootBeer(this).isRooted; if (Device().checkRoot()) finish() }
              }
              """),
          SourceText(
            path: "Device.kt",
            text: """
              class Device {
                fun checkRoot(): Boolean { File("/sbin/su").exists(); return false }
                fun isTampered(c: Context) = RootBeer(c).isRooted || File("/system/xbin/su").exists()
              }
              """),
        ],
        manifest("<uses-permission android:name=\"android.permission.USE_BIOMETRIC\" />")),
    ],
    conforming: [
      RuleExample(
        "looked at", path: "AndroidManifest.xml",
        others: [SourceText(path: "Lock.kt", text: "fun f(c: Context) = RootBeer(c).isRooted")],
        manifest("<uses-permission android:name=\"android.permission.USE_BIOMETRIC\" />")),
      RuleExample(
        "looked at before the lock opens, by functions of its own", path: "AndroidManifest.xml",
        others: [
          SourceText(
            path: "Lock.kt",
            text: """
              class Lock(val prompt: BiometricPrompt) : AppCompatActivity() {
                override fun onCreate(state: Bundle?) { if (Device().isTampered()) finish() }
              }
              """),
          SourceText(
            path: "Device.kt",
            text: """
              class Device {
                private val signs = listOf("/sbin/su", "/system/xbin/su")
                fun isTampered() = signs.any { File(it).exists() }
              }
              """),
        ],
        manifest("<uses-permission android:name=\"android.permission.USE_BIOMETRIC\" />")),
      RuleExample(
        "no lock", path: "AndroidManifest.xml", others: [SourceText(path: "A.kt", text: "fun f() = 1")],
        manifest("<uses-permission android:name=\"android.permission.INTERNET\" />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    // What a test names, no user runs.
    let units = project.units.filter { $0.role == .app && AndroidRules.languages.contains($0.language) }
    guard !units.isEmpty else { return }
    for manifest in project.documents.android.manifests where manifest.place.isShipped {
      let asked = manifest.permissions.first {
        ["android.permission.USE_BIOMETRIC", "android.permission.USE_FINGERPRINT"].contains($0.android("name")?.value)
      }
      guard let asked else { continue }
      let isLooked =
        units.contains { asks($0, project) } || units.contains { AndroidControls.looksForRoot($0, in: project) }
      guard !isLooked else { return }
      return record.flaw(
        manual, android: manifest.file, at: asked.position, .note,
        "The app has a lock, and nothing in it looks at the device that it runs on.")
    }
  }

  private func asks(_ unit: SourceUnit, _ project: Project) -> Bool {
    if Self.libraries.contains(where: { unit.row(of: $0) != nil }) {
      let names = unit.all(.string).filter { $0.plainText.map(Self.libraries.contains) ?? false }
      let started = unit.mentions(Self.libraries.sorted()) + names
      if started.contains(where: { project.isRun($0) }) { return true }
    }
    // Those of the project's own answer for what is in them.
    let asked = unit.mentions(Self.questions.sorted()).filter { question in
      guard let call = question.parent, call.kind == .call, call.calleeID == question.id else { return true }
      return project.functions(calledBy: call).allSatisfy { !$0.hasBody || project.oneConstant(of: $0) == nil }
    }
    let probe = DeviceProbe(project) { asked.contains($0) }
    return probe.firstAtWork(asked) != nil
  }
}
