import UntrustedInput

/// An app that asks for secrets and keeps no screen out of recordings: said once, at the first place that asks for
/// one.
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

  private static let hint = "The app asks for secrets, and no screen of it is marked as secure."

  let manual = RuleManual(
    "screen-capture-open", "Screens with secrets are marked as secure",
    reason: "Without FLAG_SECURE the list of recent apps, screenshots, recordings and other displays hold what the "
      + "screen shows.",
    fix: "Set FLAG_SECURE on the windows that show or ask for secrets before their content is set.",
    ids: ["O.Data_13", "O.Plat_9", "MASVS-PLATFORM-3", "MASWE-0055", "CWE-200"],
    violating: [
      RuleExample(
        "a lock and no mark", path: "Lock.kt", lines: [1],
        others: [SourceText(path: "AndroidManifest.xml", text: manifest("<application />"))],
        "class Lock(val prompt: BiometricPrompt)"),
      RuleExample(
        "a field and no mark", path: "Login.kt", lines: [1],
        others: [SourceText(path: "AndroidManifest.xml", text: manifest("<application />"))],
        "fun hide(field: TextView) { field.transformationMethod = PasswordTransformationMethod.getInstance() }"),
      RuleExample(
        "a layout with a password and no mark", path: "app/src/main/res/layout/login.xml", lines: [2],
        others: [
          SourceText(path: "app/src/main/java/A.java", text: "class A extends Activity { }"),
          SourceText(path: "app/src/main/AndroidManifest.xml", text: manifest("<application />")),
        ],
        "<LinearLayout xmlns:android=\"http://schemas.android.com/apk/res/android\">\n"
          + "<EditText android:inputType=\"textPassword\" />\n</LinearLayout>"),
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
      android.manifests.contains(where: { $0.place.isShipped && $0.application != nil })
    else { return }
    for unit in units {
      if let place = unit.mentions(Self.secrets).first { return record.flaw(manual, at: place, .note, Self.hint) }
      if let place = Self.declaration(in: unit) { return record.flaw(manual, at: place, .note, Self.hint) }
    }
    for layout in android.layouts where layout.place.isShipped {
      guard let field = layout.root.everyElement.first(where: Self.hidesText) else { continue }
      return record.flaw(manual, android: layout.file, at: field.position, .note, Self.hint)
    }
  }

  /// A name that stands as a type only.
  private static func declaration(in unit: SourceUnit) -> Declaration? {
    let row = unit.declarations.firstIndex { record in
      record.type.raw > 0 && secrets.contains(Declaration.simpleTypeName(unit.name(record.type)))
    }
    return row.map { Declaration(unit: unit, id: DeclarationID(raw: UInt32($0))) }
  }

  private static func hidesText(_ element: MarkupElement) -> Bool {
    element.android("inputType")?.value.lowercased().contains("password") == true
  }
}
