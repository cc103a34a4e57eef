import UntrustedInput

/// Keys for signing the app that a build makes too short.
///
/// - Does not protect against: a short key that was made elsewhere; only the signed package shows that one.
/// Source: OWASP MASTG-TEST-0225; developer.android.com, Sign your app.
struct ShortSigningKey: GradleRule {
  /// RSA, DSA, elliptic curves.
  private static let least = ["RSA": 2048, "DSA": 2048, "EC": 250]

  let manual = RuleManual(
    "short-signing-key", "The key that signs the app is long enough",
    reason: "Who factors the key signs updates in the app's name, and devices take them.",
    fix: "Make an RSA key of 4096 bits, or one on a curve of 256, and let the store rotate to it.",
    ids: ["O.Cryp_5", "MASVS-RESILIENCE-2", "MASWE-0104", "MASTG-TEST-0225", "CWE-326"],
    violating: [
      RuleExample(
        "keytool, word by word", path: "app/build.gradle", lines: [3],
        "task makeKey(type: Exec) {\n  workingDir 'keys'\n"
          + "  commandLine 'keytool', '-genkeypair', '-alias', 'release', '-keyalg', 'RSA', '-keysize', '1024'\n}\n"),
      RuleExample(
        "keytool in one text, Kotlin", path: "app/build.gradle.kts", lines: [2],
        "tasks.register<Exec>(\"makeKey\") {\n"
          + "  commandLine(\"sh\", \"-c\", \"keytool -genkeypair -keyalg EC -keysize 192 -keystore release.jks\")\n}\n"),
      RuleExample(
        "openssl", path: "build.gradle", lines: [2, 5],
        "task a(type: Exec) {\n  commandLine 'openssl', 'genrsa', '-out', 'key.pem', '1024'\n}\n"
          + "task b(type: Exec) {\n  commandLine 'openssl', 'req', '-x509', '-newkey', 'rsa:1024', '-out', 'c.pem'\n}\n"
      ),
    ],
    conforming: [
      RuleExample(
        "long ones", path: "app/build.gradle",
        "task a(type: Exec) {\n  commandLine 'keytool', '-genkeypair', '-keyalg', 'RSA', '-keysize', '4096'\n}\n"
          + "task b(type: Exec) {\n  commandLine 'keytool', '-genkeypair', '-keyalg', 'EC', '-keysize', '256'\n}\n"
          + "task c(type: Exec) {\n  commandLine 'openssl', 'genrsa', '-out', 'key.pem', '4096'\n}\n"),
      RuleExample(
        "no signing key", path: "app/build.gradle",
        "task a(type: Exec) {\n  commandLine 'keytool', '-genseckey', '-keyalg', 'AES', '-keysize', '256'\n}\n"),
    ])

  func judge(_ build: GradleBuild, in project: Project, into record: inout AuditRecord) {
    for statement in build.statements where !statement.isBlock {
      let words = statement.arguments.flatMap(\.texts).flatMap { $0.text.split(separator: " ") }.map(String.init)
      guard let (algorithm, bits) = Self.made(words), bits < Self.least[algorithm] ?? 0 else { continue }
      record.flaw(
        manual, android: build.file, at: statement.position, .warning,
        "A signing key of \(bits) bits for \(algorithm) is made here.")
    }
  }

  /// What a command line makes; nil for every other command.
  private static func made(_ words: [String]) -> (algorithm: String, bits: Int)? {
    func word(behind option: String) -> String? {
      words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }
    let program = words.firstIndex { ["keytool", "openssl"].contains($0.split(separator: "/").last ?? "") }
    guard let program else { return nil }
    if words[program].hasSuffix("keytool") {
      guard words.contains("-genkeypair") || words.contains("-genkey"), let bits = word(behind: "-keysize") else {
        return nil
      }
      return Int(bits).map { (word(behind: "-keyalg")?.uppercased() ?? "RSA", $0) }
    }
    if words.contains("genrsa") { return words.last.flatMap { Int($0) }.map { ("RSA", $0) } }
    guard let key = word(behind: "-newkey"), key.hasPrefix("rsa:") else { return nil }
    return Int(key.dropFirst(4)).map { ("RSA", $0) }
  }
}
