import UntrustedInput

/// Components that every app may call, without a permission.
/// Source: developer.android.com, activity element, attribute android:exported.
struct ExportedComponent: ManifestRule {
  let manual = RuleManual(
    "exported-component", "What other apps may call is guarded",
    reason:
      "Every app on the device starts the activity, calls the service, sends to the receiver or asks the provider: "
      + "past the login, and with data of its choice.",
    fix: "Set android:exported=\"false\", or guard it with a permission of level signature.",
    ids: ["O.Plat_6", "O.Arch_5", "O.Source_1", "MASVS-PLATFORM-1", "MASWE-0062", "MASWE-0064", "CWE-926"],
    violating: [
      RuleExample(
        "a provider and a service", path: "AndroidManifest.xml", lines: [3, 5],
        application(
          "<provider android:name=\".Notes\" android:authorities=\"a.notes\"\n android:exported=\"true\" />\n"
            + "<service android:name=\".Sync\" android:exported=\"true\" />")),
      RuleExample(
        "an activity behind the login", path: "AndroidManifest.xml", lines: [3],
        others: [SourceText(path: "Vault.kt", text: "class Vault : Activity() { fun show() { } }")],
        application("<activity android:name=\"app.Vault\" android:exported=\"true\" />")),
      RuleExample(
        "exported by its filter, in a build for old versions", path: "app/src/main/AndroidManifest.xml", lines: [3],
        others: [
          SourceText(path: "app/build.gradle", text: "android { defaultConfig { targetSdkVersion 30 } }"),
          SourceText(
            path: "app/src/main/java/Inbox.java",
            text: "class Inbox extends BroadcastReceiver {\n"
              + "  public void onReceive(Context c, Intent i) { run(i.getStringExtra(\"command\")); }\n}"),
        ],
        application(
          "<receiver android:name=\".Inbox\"><intent-filter><action android:name=\"app.RUN\" /></intent-filter></receiver>"
        )),
    ],
    conforming: [
      RuleExample(
        "the start, a guarded one, a private one", path: "AndroidManifest.xml",
        application(
          "<activity android:name=\".Main\" android:exported=\"true\"><intent-filter>"
            + "<action android:name=\"android.intent.action.MAIN\" />"
            + "<category android:name=\"android.intent.category.LAUNCHER\" /></intent-filter></activity>\n"
            + "<service android:name=\".Tile\" android:exported=\"true\""
            + " android:permission=\"android.permission.BIND_QUICK_SETTINGS_TILE\" />\n"
            + "<activity android:name=\".Vault\" android:exported=\"false\" />")),
      RuleExample(
        "what only the system sends", path: "AndroidManifest.xml",
        application(
          "<receiver android:name=\".Boot\" android:exported=\"true\"><intent-filter>"
            + "<action android:name=\"android.intent.action.BOOT_COMPLETED\" /></intent-filter></receiver>")),
      RuleExample(
        "a test's", path: "app/src/androidTest/AndroidManifest.xml",
        application("<activity android:name=\".Empty\" android:exported=\"true\" />")),
    ])

  /// Names of calls that take what the caller sent.
  private static let takers: Set<String> = [
    "getStringExtra", "getParcelableExtra", "getSerializableExtra", "extras", "getExtras", "getData", "dataString",
    "getDataString", "getBooleanExtra", "getIntExtra", "getBundleExtra", "getStringArrayListExtra",
    "getParcelableArrayListExtra", "getByteArrayExtra", "getLongExtra", "data",
  ]
  /// Names of calls that ask who is calling.
  private static let checks: Set<String> = [
    "checkCallingPermission", "checkCallingOrSelfPermission", "enforceCallingPermission", "getCallingUid",
    "enforceCallingOrSelfPermission", "getCallingPackage", "callingPackage", "getCallingActivity", "callingActivity",
    "checkSignatures", "hasSigningCertificate",
  ]

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    guard manifest.place.isShipped else { return }
    for component in manifest.components where !component.isOfPlatform && !component.isLauncher {
      let exported = component.element.android("exported")
      let isOpen =
        exported.map { android.isTrue($0) }
        ?? (!component.filters.isEmpty && (android.targetSdk(near: manifest.file.path) ?? 0) < 31)
      guard isOpen, !isGuarded(component, manifest), !android.isFalse(component.element.android("enabled")) else {
        continue
      }
      guard let weight = weight(component, in: project) else { continue }
      record.flaw(
        manual, android: manifest.file, at: component.element.position, weight, Self.message(component.kind),
        edits: manifest.setting("exported", of: component.element, to: "false"))
    }
  }

  private static func message(_ kind: AndroidComponent.Kind) -> String {
    switch kind {
    case .activity, .alias: "Every app may open this activity."
    case .service: "Every app may call this service."
    case .receiver: "Every app may send to this receiver."
    case .provider: "Every app may ask this provider."
    }
  }

  private func isGuarded(_ component: AndroidComponent, _ manifest: AndroidManifest) -> Bool {
    let element = component.element
    if let permission = element.android("permission") ?? manifest.application?.android("permission") {
      return !permission.value.isEmpty
    }
    return component.kind == .provider && element.android("readPermission") != nil
      && element.android("writePermission") != nil
  }

  /// Nil for a door that has to be open. What the class does with what it gets decides.
  private func weight(_ component: AndroidComponent, in project: Project) -> FindingSeverity? {
    switch component.kind {
    case .provider: return .warning
    case .service, .receiver:
      let actions = component.actions
      if actions.isEmpty { return .warning }
      // Google's services and the system send these; whoever else can is stopped by a check that lies with them.
      if actions.allSatisfy(Self.isOfSystem) { return nil }
      let opens = component.kind == .service && isKnown(component, project) && !asksWho(component, project)
      return opens || takesInput(component, project) ? .warning : .note
    case .activity, .alias:
      if component.filters.isEmpty {
        return isKnown(component, project) && !asksWho(component, project) ? .warning : .note
      }
      if component.categories.contains("android.intent.category.BROWSABLE") { return nil }
      if component.actions.allSatisfy(Self.isOfSystem) { return nil }
      return takesInput(component, project) ? .warning : .note
    }
  }

  private static func isOfSystem(_ action: String) -> Bool {
    ["android.", "com.google.", "com.android.", "androidx."].contains { action.hasPrefix($0) }
  }

  private func isKnown(_ component: AndroidComponent, _ project: Project) -> Bool {
    !project.typeDeclarations(component.className).isEmpty
  }

  private func takesInput(_ component: AndroidComponent, _ project: Project) -> Bool {
    mentions(Self.takers, component, project) && !asksWho(component, project)
  }

  private func asksWho(_ component: AndroidComponent, _ project: Project) -> Bool {
    mentions(Self.checks, component, project)
  }

  private func mentions(_ names: Set<String>, _ component: AndroidComponent, _ project: Project) -> Bool {
    project.typeDeclarations(component.className).contains { type in
      names.contains { name in
        type.unit.mentions(name).contains { $0.owner == type || $0.owner.enclosing.contains(type) }
      }
    }
  }
}
