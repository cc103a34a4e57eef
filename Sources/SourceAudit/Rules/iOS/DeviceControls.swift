import SecurityPolicy

/// Controls whose absence no single file shows: they are only reported where they are.
struct DeviceControls {
  private static let signs = [
    "cydia", "sileo", "zebra", "/bin/bash", "/etc/apt", "mobilesubstrate", "/private/var/lib/apt", "frida",
  ]
  private static let looks: Set<String> = [
    "fileExists", "canOpenURL", "fopen", "access", "stat", "isReadableFile", "lstat",
  ]

  /// A control that the mention of one name shows.
  private struct Mark {
    let rule: String
    let claim: String
    let names: [String]
    let ids: [String]
  }
  private static let marks = [
    Mark(
      rule: "debugger-detection", claim: "a debugger is looked for", names: ["P_TRACED", "PT_DENY_ATTACH"],
      ids: ["O.Resi_3", "MASVS-RESILIENCE-4", "MASWE-0101"]),
    Mark(
      rule: "loaded-library-detection", claim: "libraries that were loaded into the app are looked at",
      names: ["_dyld_image_count", "_dyld_get_image_name"], ids: ["O.Resi_7", "MASVS-RESILIENCE-4", "MASWE-0102"]),
    Mark(
      rule: "app-attestation", claim: "the app is attested by the platform", names: ["DCAppAttestService"],
      ids: ["O.Resi_7", "MASVS-RESILIENCE-2", "MASWE-0105"]),
    Mark(
      rule: "capture-detection", claim: "a capture of the screen is noticed",
      names: ["userDidTakeScreenshotNotification", "isCaptured", "capturedDidChangeNotification", "sceneCaptureState"],
      ids: ["O.Data_13", "MASVS-PLATFORM-3", "MASWE-0055"]),
    Mark(
      rule: "switcher-cover", claim: "a window lies over the content in the app switcher", names: ["SceneWatch"],
      ids: ["O.Data_13", "O.Plat_9", "MASVS-PLATFORM-3", "MASWE-0055"]),
    Mark(
      rule: "secure-enclave-key", claim: "a key is made in the Secure Enclave",
      names: ["SecureEnclave", "kSecAttrTokenIDSecureEnclave"], ids: ["O.Cryp_6", "MASVS-CRYPTO-2", "MASWE-0015"]),
  ]

  private static let mostPlaces = 16

  private static func isShipped(_ place: Expression) -> Bool { !place.unit.isInside(.debugOnly, place.offset) }

  static func spot(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let use = AnswerUse(project: project)
    for call in unit.calls("canEvaluatePolicy") where isShipped(call) {
      guard let policy = call.argument(at: 0), project.symbols(of: policy).contains("deviceOwnerAuthentication"),
        use.isHeeded(call)
      else { continue }
      record.control(
        "a passcode of the device is asked for", rule: "device-passcode",
        requirements: ["MASVS-RESILIENCE-1", "MASWE-0008", "MASTG-TEST-0246", "MASTG-TEST-0248"].map {
          Requirement($0)
        }, at: call)
    }
    // An item of this class can be added only where a passcode is set.
    if let place = unit.mentions("kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly").first(where: isShipped) {
      record.control(
        "an item is kept that needs a passcode of the device", rule: "device-passcode",
        requirements: ["MASVS-RESILIENCE-1", "MASWE-0008", "MASTG-TEST-0246", "MASTG-TEST-0248"].map {
          Requirement($0)
        }, at: place)
    }
    for control in marks {
      let places = unit.mentions(control.names).lazy.filter(isShipped).prefix(mostPlaces)
      guard let place = places.first(where: { project.isRun($0) }) else { continue }
      record.control(
        control.claim, rule: control.rule, requirements: control.ids.map { Requirement($0) }, at: place)
    }
    guard unit.mentions(Array(looks).sorted()).contains(where: { $0.parent?.kind == .call }) else { return }
    let found = unit.all(.string).filter { literal in
      guard let text = literal.plainText?.lowercased() else { return false }
      return signs.contains { text.contains($0) } && isShipped(literal)
    }
    guard !found.isEmpty else { return }
    // One that never runs, or whose answer is fixed, is none.
    let probe = DeviceProbe(project) { $0.kind == .call && looks.contains($0.calledName) }
    guard let sign = probe.firstAtWork(found) else { return }
    record.control(
      "signs of a jailbreak are looked for", rule: "jailbreak-detection",
      requirements: ["MASVS-RESILIENCE-1", "MASWE-0097", "MASTG-TEST-0240", "MASTG-TEST-0241"].map { Requirement($0) },
      at: sign)
  }
}
