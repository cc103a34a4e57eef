extension KeystoreAbsent {
  static let violating: [RuleExample] = [
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
  ]

  static let conforming: [RuleExample] = [
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
  ]
}
