/// Keys that stand in the source.
struct HardcodedJavaKey: Rule {
  private static let makers = ["SecretKeySpec", "DESKeySpec", "DESedeKeySpec", "PBEKeySpec", "PKCS8EncodedKeySpec"]
  private static let random: Set<String> = [
    "nextBytes", "generateSeed", "generateKey", "generateSecret", "doFinal", "digest", "getEncoded", "encoded", "read",
    "readBytes", "getString", "getKey", "wrap", "unwrap", "derive",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "hardcoded-java-key", "No key stands in the source",
    reason: "Whoever has the app has the key: it is the same on every device and comes out with a decompiler.",
    fix: "Make the key on the device in the Android Keystore.",
    ids: ["O.Cryp_1", "O.Cryp_6", "MASVS-CRYPTO-2", "MASWE-0014", "MASTG-TEST-0212", "CWE-321"],
    violating: [
      RuleExample(
        "the password of a key store", path: "A.java", lines: [3],
        """
        class A { KeyStore f(InputStream in) throws Exception {
          KeyStore store = KeyStore.getInstance("PKCS12");
          store.load(in, "open4sesame".toCharArray());
          return store;
        } }
        """),
      RuleExample(
        "bytes of a constant text", path: "A.kt", lines: [3],
        """
        object Config { const val PHRASE = "0123456789abcdef" }
        fun keyBytes() = Config.PHRASE.toByteArray(Charsets.UTF_8)
        val key = SecretKeySpec(keyBytes(), "AES")
        """),
      RuleExample(
        "bytes", path: "A.java", lines: [3],
        """
        class A {
          private static final byte[] KEY = { 0x6C, 0x61, (byte) 0x6B, 0x64 };
          Object k = new SecretKeySpec(KEY, "AES");
        }
        """),
      RuleExample(
        "coded", path: "A.kt", lines: [1],
        #"val k = SecretKeySpec(Base64.decode("c2VjcmV0c2VjcmV0MTI=", Base64.DEFAULT), "AES")"#),
    ],
    conforming: [
      RuleExample(
        "a store of the platform", path: "A.kt",
        "fun f() = KeyStore.getInstance(\"AndroidKeyStore\").also { it.load(null, null) }"),
      RuleExample(
        "of the keystore", path: "A.kt",
        #"val k = KeyGenerator.getInstance("AES", "AndroidKeyStore").apply { init(spec) }.generateKey()"#),
      RuleExample(
        "derived from what the user knows", path: "A.kt",
        """
        fun key(pin: CharArray, salt: ByteArray) =
          SecretKeySpec(factory.generateSecret(PBEKeySpec(pin, salt, 600000, 256)).encoded, "AES")
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in code.calls(Self.makers) {
      guard let bytes = call.argument(at: 0), code.words(of: bytes).isDisjoint(with: Self.random) else { continue }
      guard ConstantBytes.isConstant(bytes, project) else { continue }
      record.flaw(manual, on: call, .error, "The bytes of this key stand in the source.")
    }
    // `keyStore.load(stream, "…".toCharArray())`: the lock of a store is a key, too.
    for call in unit.calls("load", "PasswordProtection") {
      let isLoad = call.calledName == "load"
      guard let lock = call.argument(at: isLoad ? 1 : 0), lock.unwrapped.kind != .null,
        !isLoad || call.receiver.flatMap({ project.type(of: $0) }) == "KeyStore",
        ConstantBytes.isConstant(lock, project)
      else { continue }
      record.flaw(manual, on: call, .error, "The password of this key store stands in the source.")
    }
    for call in unit.calls("getInstance")
    where call.receiver?.name == "KeyGenerator" || call.receiver?.name == "KeyPairGenerator" {
      guard call.argument(at: 1).map({ project.texts(of: $0).contains("AndroidKeyStore") }) == true else { continue }
      record.control("keys are made in the Android Keystore", manual, at: call)
    }
  }
}
