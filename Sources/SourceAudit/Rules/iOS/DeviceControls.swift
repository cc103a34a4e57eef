import SecurityPolicy

/// Controls whose absence no single file shows: they are only reported where they are.
struct DeviceControls {
  private static let signs = [
    "cydia", "sileo", "zebra", "/bin/bash", "/etc/apt", "mobilesubstrate", "/private/var/lib/apt", "frida",
  ]
  private static let looks: Set<String> = [
    "fileExists", "canOpenURL", "fopen", "access", "stat", "isReadableFile", "lstat",
  ]

  static func spot(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("canEvaluatePolicy") {
      guard let policy = call.argument(at: 0), project.symbols(of: policy).contains("deviceOwnerAuthentication") else {
        continue
      }
      record.control(
        "a passcode of the device is asked for", rule: "device-passcode",
        requirements: ["MASVS-RESILIENCE-1", "MASWE-0008", "MASTG-TEST-0246", "MASTG-TEST-0248"].map {
          Requirement($0)
        }, at: call)
    }
    guard unit.mentions(Array(looks).sorted()).contains(where: { $0.parent?.kind == .call }) else { return }
    let sign = unit.all(.string).first { literal in
      guard let text = literal.plainText?.lowercased() else { return false }
      return signs.contains { text.contains($0) }
    }
    guard let sign else { return }
    record.control(
      "signs of a jailbreak are looked for", rule: "jailbreak-detection",
      requirements: ["MASVS-RESILIENCE-1", "MASWE-0097", "MASTG-TEST-0240", "MASTG-TEST-0241"].map { Requirement($0) },
      at: sign)
  }
}
