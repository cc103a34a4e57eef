import SecurityPolicy
import UntrustedInput

/// An app that encrypts with keys of its own and keeps none of them in the keystore: said once, at the first cipher.
/// Source: developer.android.com, Android Keystore system.
struct KeystoreAbsent: ProjectRule {
  private static let controls = [
    "KeyGenParameterSpec", "KeyProperties", "MasterKey", "MasterKeys", "EncryptedSharedPreferences", "EncryptedFile",
    "AndroidKeysetManager", "KeyChain", "KeyProtection", "setIsStrongBoxBacked", "Mantlet",
  ]
  private static let stores: Set<String> = ["AndroidKeyStore"]

  let manual = RuleManual(
    "keystore-absent", "Keys lie in the keystore of the device",
    reason: "A key that the app makes or reads by itself lies in its memory and its files: whoever reads those has it. "
      + "The keystore uses a key without giving it out, in hardware where the device has it.",
    fix: "Make the key with KeyGenParameterSpec in AndroidKeyStore, or wrap it with one that lies there.",
    ids: ["O.Cryp_6", "O.Cryp_7", "MASVS-CRYPTO-2", "MASWE-0014", "CWE-522"],
    violating: [
      RuleExample(
        "a key out of bytes", path: "A.kt", lines: [2],
        """
        fun seal(material: ByteArray, data: ByteArray): ByteArray {
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, SecretKeySpec(material, "AES"))
          return cipher.doFinal(data)
        }
        """)
    ],
    conforming: [
      RuleExample(
        "a key of the keystore", path: "A.kt",
        """
        fun seal(data: ByteArray): ByteArray {
          val store = KeyStore.getInstance("AndroidKeyStore").apply { load(null) }
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, store.getKey("a", null))
          return cipher.doFinal(data)
        }
        """),
      RuleExample("nothing encrypted", path: "A.kt", "fun f() = 1"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    var first: Expression?
    for unit in project.units where unit.role == .app && AndroidRules.languages.contains(unit.language) {
      let isKept =
        Self.controls.contains { unit.row(of: $0) != nil } || unit.names.contains(where: Self.stores.contains)
      guard !isKept else { return }
      guard first == nil, !unit.calls("SecretKeySpec", "generateKey", "doFinal").isEmpty else { continue }
      first = unit.calls("getInstance").first { project.resolvedTypeName($0.receiver?.name ?? "") == "Cipher" }
    }
    guard let first else { return }
    record.flaw(
      manual, at: first, .note, "The app encrypts, and no key of it lies in the keystore.", confidence: .medium)
  }
}
