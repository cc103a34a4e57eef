import UntrustedInput

/// An app that asks for secrets and keeps no screen out of recordings: said once, at the application.
/// Source: developer.android.com, WindowManager.LayoutParams, FLAG_SECURE.
struct ScreenCaptureOpen: ProjectRule {
  private static let controls = [
    "FLAG_SECURE", "setRecentsScreenshotEnabled", "SecureFlagPolicy", "setSecure", "SecureOn", "setContentSensitivity",
  ]
  /// What only screens with secrets have: a lock, a field for a password.
  private static let secrets = [
    "BiometricPrompt", "PasswordVisualTransformation", "PasswordTransformationMethod", "TYPE_TEXT_VARIATION_PASSWORD",
    "SecureTextField",
  ]

  let manual = RuleManual(
    "screen-capture-open", "Screens with secrets are marked as secure",
    reason: "Without FLAG_SECURE the list of recent apps, screenshots, recordings and other displays hold what the "
      + "screen shows.",
    fix: "Set FLAG_SECURE on the windows that show or ask for secrets before their content is set.",
    ids: ["O.Data_13", "O.Plat_9", "MASVS-PLATFORM-3", "MASWE-0055", "CWE-200"],
    violating: [
      RuleExample(
        "a lock and no mark", path: "AndroidManifest.xml", lines: [2],
        others: [SourceText(path: "Lock.kt", text: "class Lock(val prompt: BiometricPrompt)")],
        manifest("<application />")),
      RuleExample(
        "a layout with a password and no mark", path: "app/src/main/AndroidManifest.xml", lines: [2],
        others: [
          SourceText(path: "app/src/main/java/A.java", text: "class A extends Activity { }"),
          SourceText(
            path: "app/src/main/res/layout/login.xml",
            text: "<LinearLayout xmlns:android=\"http://schemas.android.com/apk/res/android\">\n"
              + "<EditText android:inputType=\"textPassword\" />\n</LinearLayout>"),
        ], manifest("<application />")),
    ],
    conforming: [
      RuleExample(
        "marked", path: "AndroidManifest.xml",
        others: [
          SourceText(
            path: "Lock.kt",
            text: "class Lock(val prompt: BiometricPrompt) : Activity() {\n"
              + "  fun f() { window.addFlags(WindowManager.LayoutParams.FLAG_SECURE) }\n}")
        ], manifest("<application />")),
      RuleExample(
        "nothing to hide", path: "AndroidManifest.xml",
        others: [SourceText(path: "A.kt", text: "class A : Activity()")], manifest("<application />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    let units = project.units.filter { $0.role == .app && AndroidRules.languages.contains($0.language) }
    guard !units.isEmpty, !units.contains(where: { unit in Self.controls.contains { unit.row(of: $0) != nil } }),
      units.contains(where: { !$0.mentions(Self.secrets).isEmpty || Self.declares($0) }) || Self.hasField(android)
    else { return }
    let manifests = android.manifests.filter { $0.place.isShipped && $0.application != nil }
    guard let manifest = manifests.first(where: { $0.components.contains(where: \.isLauncher) }) ?? manifests.first,
      let application = manifest.application
    else { return }
    record.flaw(
      manual, android: manifest.file, at: application.position, .note,
      "The app asks for secrets, and no screen of it is marked as secure.")
  }

  /// A name that stands as a type only.
  private static func declares(_ unit: SourceUnit) -> Bool {
    unit.declarations.contains { record in
      record.type.raw > 0 && secrets.contains(Declaration.simpleTypeName(unit.name(record.type)))
    }
  }

  private static func hasField(_ android: AndroidDocuments) -> Bool {
    android.layouts.contains { layout in
      layout.place.isShipped
        && layout.root.everyElement.contains {
          $0.android("inputType")?.value.lowercased().contains("password") == true
        }
    }
  }
}
