/// Controls of Android apps whose absence no single file shows: they are only reported where they are.
struct AndroidControls {
  private struct Sign {
    let control: ControlManual
    let names: [String]
    /// Whether they only answer: somebody has to heed it.
    var isAnswer = false
  }
  private static let mostPlaces = 16

  /// Names that say by themselves what they are for.
  private static let signs: [Sign] = [
    Sign(
      control: .deviceLock, names: ["isDeviceSecure", "isKeyguardSecure", "canAuthenticate", "isDeviceLocked"],
      isAnswer: true),
    Sign(control: .debuggerDetection, names: ["isDebuggerConnected", "waitingForDebugger"], isAnswer: true),
    Sign(
      control: .appIntegrity, names: ["IntegrityManagerFactory", "requestIntegrityToken", "StandardIntegrityManager"]),
    Sign(control: .encryptedFile, names: ["EncryptedFile", "SupportFactory", "SupportOpenHelperFactory"]),
    Sign(
      control: .obscuredTouchesRefused,
      names: ["filterTouchesWhenObscured", "setFilterTouchesWhenObscured", "setHideOverlayWindows"]),
  ]
  private static let roots = WordSearch([
    "magisk", "superuser", "supersu", "busybox", "test-keys", "xposed", "kingroot", "frida",
  ])
  private static let shells = [Array("su".utf8), Array("/su".utf8)]
  private static let looks: Set<String> = [
    "exists", "exec", "getPackageInfo", "canExecute", "contains", "access", "ProcessBuilder", "any", "canRead", "File",
  ]
  /// What the platform says of its build.
  private static let builds: Set<String> = ["TAGS", "HARDWARE", "FINGERPRINT"]
  private static let emulators = WordSearch([
    "goldfish", "ranchu", "generic_x86", "google_sdk", "genymotion", "vbox86",
  ])
  private static let versions: Set<String> = [">", "<", ">=", "<=", "==", "!="]

  static func spot(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard unit.role == .app else { return }
    for sign in signs {
      let places = unit.mentions(sign.names).lazy.filter { place in
        place.kind != .reference && !unit.isInside(.debugOnly, place.offset)
      }
      let used = places.prefix(mostPlaces).first { place in
        !sign.isAnswer || AnswerUse(project: project).isHeeded(place)
      }
      if let used { record.control(sign.control, at: used) }
    }
    if let pinner = pinner(in: unit, project) { record.control(.certificatePinning, at: pinner) }
    if let asked = unit.mentions("SDK_INT").first(where: isCompared) { record.control(.platformVersion, at: asked) }
    let texts = textsBesideLooks(in: unit)
    guard !texts.isEmpty else { return }
    let probe = DeviceProbe(project, isLook: isLook)
    let shipped = { (isSign: ([UInt8]) -> Bool) in
      texts.filter { isSign($0.text) && !unit.isInside(.debugOnly, $0.literal.offset) }.map(\.literal)
    }
    if let sign = probe.firstAtWork(shipped { isRoot($0) }) { record.control(.rootDetection, at: sign) }
    if let sign = probe.firstAtWork(shipped { emulators.holds($0) }) { record.control(.emulatorDetection, at: sign) }
  }

  /// Where a client is given a pinner, or somebody asks one. One that nobody takes pins nothing, as the one without pins.
  /// Source: OkHttp, CertificatePinner.
  static func pinner(in unit: SourceUnit, _ project: Project) -> Expression? {
    let given = unit.calls("certificatePinner").first { call in
      guard call.receiver != nil || unit.language == .kotlin, project.functions(calledBy: call).isEmpty,
        let pinner = call.argument(at: 0)
      else { return false }
      return !project.origins(of: pinner).names.contains("DEFAULT")
    }
    if let given { return given }
    return unit.mentions("CertificatePinner").first { mention in
      mention.kind != .reference && !["DEFAULT", "pin"].contains(mention.parent?.name ?? "")
        && project.isTaken(mention, asking: ["check"])
    }
  }

  /// Whether a probe of the file looks for signs of a rooted device, runs and is heeded.
  static func looksForRoot(_ unit: SourceUnit, in project: Project) -> Bool {
    let signs = textsBesideLooks(in: unit).filter { isRoot($0.text) }.map(\.literal)
      .filter { !unit.isInside(.debugOnly, $0.offset) }
    return !signs.isEmpty && DeviceProbe(project, isLook: isLook).firstAtWork(signs) != nil
  }

  /// The texts of a file that asks the system at all, in lower case.
  private static func textsBesideLooks(in unit: SourceUnit) -> [(literal: Expression, text: [UInt8])] {
    guard !unit.mentions(looks.sorted() + builds.sorted()).isEmpty else { return [] }
    return unit.all(.string).compactMap { literal in
      literal.plainText.map { (literal: literal, text: WordSearch.lower($0)) }
    }
  }

  private static func isLook(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .call: looks.contains(expression.calledName)
    case .name, .member: builds.contains(expression.name)
    default: false
    }
  }

  private static func isRoot(_ text: [UInt8]) -> Bool {
    text == shells[0] || text.suffix(3).elementsEqual(shells[1]) || roots.holds(text)
  }

  private static func isCompared(_ mention: Expression) -> Bool {
    var current = mention
    for _ in 0..<3 {
      guard let parent = current.parent else { return false }
      if parent.kind == .binary { return versions.contains(parent.name) }
      current = parent
    }
    return false
  }
}
