import SecurityPolicy
import UntrustedInput

/// An app that encrypts with a key that it makes or reads by itself, and keeps none in the keystore: said once, where
/// the first such key comes from. A key that is handed in says nothing of that, and one out of a password lies nowhere.
/// Source: developer.android.com, Android Keystore system.
struct KeystoreAbsent: ProjectRule {
  private static let controls = [
    "MasterKey", "MasterKeys", "EncryptedSharedPreferences", "EncryptedFile", "AndroidKeysetManager", "KeyChain",
    "Mantlet",
  ]
  private static let store = "AndroidKeyStore"
  private static let makers: Set<String> = ["KeyGenerator", "KeyPairGenerator"]
  private static let pairCalls: Set<String> = ["generateKeyPair", "genKeyPair"]
  /// Calls that give bytes out of a generator or a file.
  private static let reads: Set<String> = [
    "generateSeed", "nextBytes", "readBytes", "readAllBytes", "readNBytes", "readText", "readString",
  ]
  private static let files: Set<String> = ["FileInputStream", "RandomAccessFile", "openFileInput", "newInputStream"]

  let manual = RuleManual(
    "keystore-absent", "Keys lie in the keystore of the device",
    reason: "A key that the app makes or reads by itself lies in its memory and its files: whoever reads those has it. "
      + "The keystore uses a key without giving it out, in hardware where the device has it.",
    fix: "Make the key with KeyGenParameterSpec in AndroidKeyStore, or wrap it with one that lies there.",
    ids: ["O.Cryp_6", "O.Cryp_7", "MASVS-CRYPTO-2", "MASWE-0014", "CWE-522"],
    violating: [
      RuleExample(
        "a key out of random bytes, and told once", path: "A.kt", lines: [4],
        """
        fun makeKey(): ByteArray = ByteArray(32).also { SecureRandom().nextBytes(it) }
        fun seal(data: ByteArray): ByteArray {
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, SecretKeySpec(makeKey(), "AES"))
          return cipher.doFinal(data)
        }
        fun sealFile(data: ByteArray, file: File): ByteArray {
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, SecretKeySpec(file.readBytes(), "AES"))
          return cipher.doFinal(data)
        }
        """),
      RuleExample(
        "a generated key in a field", path: "A.java", lines: [4],
        """
        class A { private SecretKey key;
          void setUp() throws Exception { KeyGenerator maker = KeyGenerator.getInstance("AES");
            maker.init(256);
            key = maker.generateKey(); }
          byte[] seal(byte[] data) throws Exception { Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key);
            return cipher.doFinal(data); } }
        """),
      RuleExample(
        "a key in the preferences", path: "A.kt", lines: [2],
        """
        fun key(prefs: SharedPreferences): SecretKey =
          SecretKeySpec(Base64.decode(prefs.getString("k", null), Base64.DEFAULT), "AES")
        fun seal(prefs: SharedPreferences, data: ByteArray) = Cipher.getInstance("AES/GCM/NoPadding").run {
          init(Cipher.ENCRYPT_MODE, key(prefs))
          doFinal(data)
        }
        """),
      RuleExample(
        "a class of its own under the name of a library's", path: "A.kt", lines: [3],
        """
        import android.security.keystore.KeyProperties
        class MasterKey(private val file: File) {
          fun spec() = SecretKeySpec(file.readBytes(), KeyProperties.KEY_ALGORITHM_AES)
        }
        fun seal(file: File, data: ByteArray): ByteArray {
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, MasterKey(file).spec())
          return cipher.doFinal(data)
        }
        """),
      RuleExample(
        "a specification that nobody makes a key by", path: "A.kt", lines: [4],
        """
        import android.security.keystore.KeyGenParameterSpec
        fun spec(alias: String) = KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_ENCRYPT)
          .setUserAuthenticationRequired(true).setIsStrongBoxBacked(true).build()
        fun key(): SecretKey = KeyGenerator.getInstance("AES").apply { init(256) }.generateKey()
        fun seal(data: ByteArray): ByteArray {
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, key())
          return cipher.doFinal(data)
        }
        """),
      RuleExample(
        "a pair of keys", path: "A.kt", lines: [1],
        """
        val pair = KeyPairGenerator.getInstance("RSA").apply { initialize(3072) }.generateKeyPair()
        fun open(letter: ByteArray): ByteArray {
          val cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding")
          cipher.init(Cipher.DECRYPT_MODE, pair.private)
          return cipher.doFinal(letter)
        }
        """),
      RuleExample(
        "a key that a file fills", path: "A.java", lines: [7],
        """
        class A { byte[] load(File file) throws IOException {
            byte[] raw = new byte[32];
            try (FileInputStream stream = new FileInputStream(file)) { stream.read(raw); }
            return raw; }
          byte[] seal(File file, byte[] data) throws Exception {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            SecretKey key = new SecretKeySpec(load(file), "AES");
            cipher.init(Cipher.ENCRYPT_MODE, key);
            return cipher.doFinal(data); } }
        """),
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
      RuleExample(
        "a specification that a generator takes, in Java", path: "A.java",
        """
        import android.security.keystore.KeyGenParameterSpec;
        class A { static final String STORE = "Android" + "KeyStore";
          SecretKey make(KeyGenerator generator, int purposes) throws Exception {
            generator.init(new KeyGenParameterSpec.Builder("a", purposes).setUserAuthenticationRequired(true).build());
            return generator.generateKey(); }
          byte[] seal(byte[] data) throws Exception { Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("AES").generateKey());
            return cipher.doFinal(data); } }
        """),
      RuleExample(
        "a random key beside one that the keystore makes", path: "A.kt",
        others: [
          SourceText(
            path: "Keys.kt",
            text: "fun make() = KeyGenerator.getInstance(\"AES\", \"AndroidKeyStore\").generateKey()\n")
        ],
        """
        fun seal(data: ByteArray): ByteArray {
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("AES").generateKey())
          return cipher.doFinal(data)
        }
        """),
      RuleExample(
        "a key and the bytes of one that are handed in", path: "A.kt",
        """
        fun seal(key: SecretKey, data: ByteArray) = Cipher.getInstance("AES/GCM/NoPadding").run {
          init(Cipher.ENCRYPT_MODE, key)
          doFinal(data)
        }
        fun sealWith(material: ByteArray, data: ByteArray): ByteArray {
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, SecretKeySpec(material, "AES"))
          return cipher.doFinal(data)
        }
        """),
      RuleExample(
        "a maker, and the name of its provider, that are handed in", path: "A.kt",
        """
        fun make(maker: KeyGenerator, provider: String) =
          listOf(maker.generateKey(), KeyGenerator.getInstance("AES", provider).generateKey())
        fun seal(maker: KeyGenerator, provider: String, data: ByteArray): ByteArray {
          val first = Cipher.getInstance("AES/GCM/NoPadding")
          first.init(Cipher.ENCRYPT_MODE, maker.generateKey())
          val second = Cipher.getInstance("AES/GCM/NoPadding")
          second.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("AES", provider).generateKey())
          return second.doFinal(first.doFinal(data))
        }
        """),
      RuleExample(
        "derived from what the user knows", path: "A.kt",
        """
        fun key(pin: CharArray, salt: ByteArray): SecretKey {
          val factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
          return SecretKeySpec(factory.generateSecret(PBEKeySpec(pin, salt, 600000, 256)).encoded, "AES")
        }
        fun seal(pin: CharArray, salt: ByteArray, data: ByteArray): ByteArray {
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, key(pin, salt))
          return cipher.doFinal(data)
        }
        """),
      RuleExample(
        "a key for one message that goes out wrapped", path: "A.kt",
        """
        fun send(wrapping: Cipher, data: ByteArray): List<ByteArray> {
          val key = KeyGenerator.getInstance("AES").apply { init(256) }.generateKey()
          val cipher = Cipher.getInstance("AES/GCM/NoPadding")
          cipher.init(Cipher.ENCRYPT_MODE, key)
          return listOf(wrapping.wrap(key), cipher.doFinal(data))
        }
        """),
      RuleExample(
        "a key, and nothing encrypted", path: "A.kt",
        "fun key() = KeyGenerator.getInstance(\"AES\").apply { init(256) }.generateKey()"),
      RuleExample("nothing encrypted", path: "A.kt", "fun f() = 1"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let units = project.units.filter { $0.role == .app && AndroidRules.languages.contains($0.language) }
    let isKept = units.contains { unit in
      unit.row(of: Self.store) != nil || Self.controls.contains { isUsed($0, in: unit, project) }
    }
    guard !isKept, !isSpecified(units, project) else { return }
    for unit in units {
      let code = AndroidCode(unit: unit, project: project)
      for call in unit.calls("init") {
        guard let key = call.argument(at: 1), let cipher = code.receiver(of: call),
          project.type(of: cipher) == "Cipher"
        else { continue }
        guard let way = steps(toOwn: key, project), let made = way.last else { continue }
        return record.flaw(
          manual, on: made, .note,
          "The app encrypts with a key that it makes or reads here by itself, and no key of it lies in the keystore.",
          confidence: .medium, way: way)
      }
    }
  }

  /// Whether a key is made by a specification of one of the keystore: one that nobody takes makes none.
  private func isSpecified(_ units: [SourceUnit], _ project: Project) -> Bool {
    let isWritten = units.contains { unit in KeystoreSpecs.types.contains { isUsed($0, in: unit, project) } }
    return isWritten && units.contains { KeystoreSpecs(project: project).areTaken(in: $0) }
  }

  /// Whether a file imports or calls it; what the project itself declares under the name keeps no key.
  private func isUsed(_ control: String, in unit: SourceUnit, _ project: Project) -> Bool {
    guard unit.row(of: control) != nil,
      !project.typeDeclarations(control).contains(where: { $0.kind == .type && $0.unit.role == .app })
    else { return false }
    return unit.importedNames.contains(control)
      || unit.mentions(control).contains { mention in
        var top = mention
        while let parent = top.parent, parent.kind == .member { top = parent }
        return top.parent.map { $0.kind == .call && $0.calleeID == top.id } ?? false
      }
  }

  /// From a key to what makes it or reads it, if that is the app without the keystore.
  private func steps(toOwn key: Expression, _ project: Project) -> [Expression]? {
    let origins = project.origins(of: key)
    for leaf in origins.leaves {
      if isOwn(leaf, project), !isWrapped(leaf, project) { return origins.way(to: leaf) }
      guard let pair = Self.pair(of: leaf) else { continue }
      let pairs = project.origins(of: pair)
      let made = pairs.leaves.first {
        Self.pairCalls.contains($0.calledName) && isOfOwnMaker($0, project) && !isWrapped($0, project)
      }
      if let made { return origins.way(to: leaf) + pairs.way(to: made) }
    }
    return nil
  }

  /// `pair.private`, `pair.getPrivate()`
  private static func pair(of half: Expression) -> Expression? {
    if half.kind == .member, half.name == "private" { return half.first }
    return half.calledName == "getPrivate" ? half.receiver : nil
  }

  private func isOwn(_ made: Expression, _ project: Project) -> Bool {
    guard made.kind == .call else { return false }
    if made.calledName == "generateKey" { return isOfOwnMaker(made, project) }
    guard project.resolvedTypeName(made.calledName) == "SecretKeySpec", let bytes = made.argument(at: 0) else {
      return false
    }
    let leaves = project.origins(of: bytes).leaves.filter { $0.kind == .call }
    return leaves.contains { leaf in
      if leaf.calledName == "getString" {
        return leaf.receiver.flatMap { project.type(of: $0) } == "SharedPreferences"
      }
      return Self.reads.contains(leaf.calledName) || isFilled(leaf, project)
    }
  }

  /// `KeyGenerator.getInstance("AES").generateKey()`; of a provider that is handed in nothing is known.
  private func isOfOwnMaker(_ call: Expression, _ project: Project) -> Bool {
    guard let maker = project.receiver(of: call) else { return false }
    return project.origins(of: maker).leaves.contains { leaf in
      guard leaf.kind == .call, leaf.calledName == "getInstance",
        Self.makers.contains(project.resolvedTypeName(leaf.receiver?.name ?? ""))
      else { return false }
      return leaf.argument(at: 1).map { !project.texts(of: $0).isEmpty } ?? true
    }
  }

  /// `ByteArray(32)` with `random.nextBytes(bytes)`, or with `file.read(bytes)` of a stream out of a file.
  private func isFilled(_ array: Expression, _ project: Project) -> Bool {
    guard ["ByteArray", "byte[]"].contains(array.calledName) else { return false }
    let code = AndroidCode(unit: array.unit, project: project)
    return array.unit.calls("nextBytes", "read", "readFully").contains { fill in
      guard let bytes = fill.argument(at: 0), project.origins(of: bytes).leaves.contains(array) else { return false }
      return fill.calledName == "nextBytes" || !code.words(of: code.receiver(of: fill)).isDisjoint(with: Self.files)
    }
  }

  /// Whether the key itself goes through a cipher: it serves one message, or lies sealed.
  private func isWrapped(_ made: Expression, _ project: Project) -> Bool {
    made.unit.calls("wrap", "doFinal").contains { call in
      guard let given = call.argument(at: 0) else { return false }
      return project.origins(of: given, reach: .influence).passed.contains(made)
    }
  }
}
