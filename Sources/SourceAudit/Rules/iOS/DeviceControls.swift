/// Controls whose absence no single file shows: they are only reported where they are.
struct DeviceControls {
  private static let signs = [
    "cydia", "sileo", "zebra", "/bin/bash", "/etc/apt", "mobilesubstrate", "/private/var/lib/apt", "frida",
  ]
  private static let looks: Set<String> = [
    "fileExists", "canOpenURL", "fopen", "access", "stat", "isReadableFile", "lstat",
  ]

  /// Controls that the mention of one name shows.
  private static let marks: [(control: ControlManual, names: [String])] = [
    (.debuggerDetection, ["P_TRACED", "PT_DENY_ATTACH"]),
    (.loadedLibraryDetection, ["_dyld_image_count", "_dyld_get_image_name"]),
    (.appAttestation, ["DCAppAttestService"]),
    (
      .captureDetection,
      ["userDidTakeScreenshotNotification", "isCaptured", "capturedDidChangeNotification", "sceneCaptureState"]
    ),
    (.switcherCover, ["SceneWatch"]),
    (.secureEnclaveKey, ["SecureEnclave", "kSecAttrTokenIDSecureEnclave"]),
  ]
  private static let mostPlaces = 16

  private static func isShipped(_ place: Expression) -> Bool { !place.unit.isInside(.debugOnly, place.offset) }

  static func spot(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let use = AnswerUse(project: project)
    for call in unit.calls("canEvaluatePolicy") where isShipped(call) {
      guard let policy = call.argument(at: 0), project.symbols(of: policy).contains("deviceOwnerAuthentication"),
        use.isHeeded(call)
      else { continue }
      record.control(.devicePasscode, at: call)
    }
    // An item of this class can be added only where a passcode is set.
    if let place = unit.mentions("kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly").first(where: isShipped) {
      record.control(.devicePasscode, "an item is kept that needs a passcode of the device", at: place)
    }
    for mark in marks {
      let places = unit.mentions(mark.names).lazy.filter(isShipped).prefix(mostPlaces)
      if let place = places.first(where: { project.isRun($0) }) { record.control(mark.control, at: place) }
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
    record.control(.jailbreakDetection, at: sign)
  }
}
