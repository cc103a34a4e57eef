/// Hashes and codes that are broken.
struct WeakJavaDigest: Rule {
  private static let broken: Set<String> = [
    "MD2", "MD4", "MD5", "SHA1", "SHA", "MD5WITHRSA", "SHA1WITHRSA", "SHA1WITHDSA", "SHA1WITHECDSA", "HMACMD5",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "weak-digest", "Hashes are SHA-256 or better",
    reason: "MD5 and SHA-1 allow two inputs with one hash, and both are fast enough to guess passwords.",
    fix: "Use SHA-256; for passwords a slow function with a salt.",
    ids: ["O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0021", "CWE-328"],
    violating: [
      RuleExample(
        "a constant of a companion", path: "A.kt", lines: [2],
        """
        class H { companion object { const val NAME = "MD5" } }
        fun f(p: ByteArray) = MessageDigest.getInstance(H.NAME).digest(p)
        """),
      RuleExample(
        "a type with a name of telling things apart, and a secret", path: "A.kt", lines: [2, 5],
        """
        class FingerprintLogin {
          fun hash(pin: String) = MessageDigest.getInstance("MD5").digest(pin.toByteArray())
        }
        class Cache {
          fun cacheKey(token: String) = MessageDigest.getInstance("MD5").digest(token.toByteArray())
        }
        """),
      RuleExample(
        "a signature", path: "A.java", lines: [1], #"class A { Object s = Signature.getInstance("SHA1withRSA"); }"#),
    ],
    conforming: [
      RuleExample("SHA-256", path: "A.kt", #"fun f(p: ByteArray) = MessageDigest.getInstance("SHA-256").digest(p)"#),
      RuleExample(
        "a name in a cache", path: "A.kt",
        #"fun cacheFileName(url: String) = MessageDigest.getInstance("MD5").digest(url.toByteArray())"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("getInstance") {
      guard let type = call.receiver?.name, let name = call.argument(at: 0) else { continue }
      guard ["MessageDigest", "Signature", "Mac"].contains(project.resolvedTypeName(type)) else { continue }
      let isBroken = project.texts(of: name).contains {
        Self.broken.contains($0.uppercased().filter { $0 != "-" && $0 != "_" })
      }
      guard isBroken, !servesCache(call, project) else { continue }
      record.flaw(manual, on: call, .warning, Self.message, confidence: .medium)
    }
    for call in unit.calls("setDigests") {
      let names = call.arguments.flatMap { project.origins(of: $0.value, reach: .influence).passed.map(\.name) }
      if names.contains(where: { ["DIGEST_MD5", "DIGEST_SHA1"].contains($0) }) {
        record.flaw(manual, on: call, .warning, Self.message, confidence: .medium)
      }
    }
    for call in unit.calls("md5", "md5Hex", "sha1", "sha1Hex") where !servesCache(call, project) {
      // Commons Codec, Okio and Guava; a function of the project is judged where it is written.
      let path = (call.receiver?.path ?? []).map { project.resolvedTypeName($0) }
      guard path.contains(where: { ["DigestUtils", "Hashing", "ByteString"].contains($0) }) else { continue }
      record.flaw(manual, on: call, .warning, Self.message, confidence: .medium)
    }
  }

  private static let message = "This hash is broken."

  private static let harmless: Set<String> = ["cache", "etag", "checksum", "gravatar", "fingerprint"]

  /// Whether the nearest name says that the hash only tells things apart, and no secret goes into it. The name of a type
  /// says nothing: a login by fingerprint hashes PINs.
  private func servesCache(_ call: Expression, _ project: Project) -> Bool {
    let nearest = ([call.owner] + call.owner.enclosing).first {
      [.function, .property, .local].contains($0.kind) && !$0.name.isEmpty
    }
    guard let nearest, !Self.harmless.isDisjoint(with: SecretWords.words(of: nearest.name)) else { return false }
    var hashed = call.arguments.map(\.value) + [call.receiver].compactMap { $0 }
    for feed in call.unit.calls("digest", "update", "sign", "doFinal")
    where feed.owner.enclosing.contains(nearest)
      || feed.owner == nearest
    {
      hashed += feed.arguments.map(\.value)
    }
    return !hashed.contains { project.isSecret($0) }
  }
}
