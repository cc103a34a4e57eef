/// Flawed cryptography, written in many ways, and repaired twins.
enum CryptographySamples {
  static let text = #"""
    == predictable-random | an invitation and its password
    import java.util.Random
    class Invitations {
      private val letters = ('A'..'Z').joinToString("")
      fun issue(): Invitation {
        val dice = Random()
        val password = buildString { repeat(12) { append(letters[dice.nextInt(letters.length)]) } } //!
        val inviteToken = List(10) { letters.random() }.joinToString("") //!
        return Invitation(password, inviteToken, SecureRandom().nextLong())
      }
    }
    == predictable-random | an alias, a default argument
    import kotlin.random.Random as Dice
    fun bytes(count: Int = 16): ByteArray = Dice.nextBytes(count) //!
    val sessionToken = bytes()
    == predictable-random | Java, a field and a helper
    class Tokens {
      private final Random r = new Random();
      String make() {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 16; i++) sb.append((char) ('a' + r.nextInt(26))); //!
        return sb.toString();
      }
      String resetToken() { return make(); }
    }
    == predictable-random | the clock as a seed
    val random = SecureRandom("seed".toByteArray()) //!
    == predictable-random | a subclass
    class Dice : Random()
    fun otp(d: Dice) = (0..5).joinToString("") { d.nextInt(10).toString() } //!
    == predictable-random | a shuffled alphabet, a list in its place, a clock by a helper
    class Codes(private val letters: List<Char>) {
      private fun mixed() = letters.toMutableList()
      fun newPassword(): String {
        val all = mixed()
        all.shuffle() //!
        return all.take(14).joinToString("")
      }
      fun resetToken() = letters
        .shuffled() //!
        .take(20).joinToString("")
      private fun clock() = System.nanoTime()
      fun sessionToken(): String {
        val now = clock()
        return "s" + now.toString(36) //!
      }
      fun otp() = kotlin.random.Random.Default.nextInt(100_000, 999_999).toString() //!
    }
    == | cards, a keypad, a sort, a time that a token came
    class Table(private val cards: List<Card>, private val vault: Vault) {
      fun newSession() = cards.shuffled().take(5)
      fun pinKeypad() = (0..9).shuffled()
      fun newPassword(letters: List<Char>) = letters.shuffled(SecureRandom()).take(12).joinToString("")
      fun tokenFetchedAt() = System.currentTimeMillis()
      fun accessToken(): String = vault.read(System.currentTimeMillis())
    }
    == | dice and delays
    fun roll(): Int = Random.nextInt(1, 7)
    fun delayMillis() = 1000L + kotlin.random.Random.nextLong(500)
    fun token(): String { val b = ByteArray(32); SecureRandom().nextBytes(b); return b.toHex() }
    fun key() = UUID.randomUUID().toString()
    == short-java-key | a pair for signing
    class Signer {
      private val makers = KeyPairGenerator.getInstance("RSA")
      fun pair(): KeyPair {
        makers.initialize(768) //!
        return makers.generateKeyPair()
      }
    }
    == short-java-key | the keystore, a constant elsewhere, a block
    -- Sizes.java
    class Sizes { static final int RSA = 1024; }
    -- A.kt
    fun spec(alias: String) = KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_SIGN).apply {
      setDigests(KeyProperties.DIGEST_SHA256)
      setKeySize(Sizes.RSA) //!
    }.build()
    == short-java-key | a helper with a parameter
    fun generator(name: String, bits: Int) = KeyPairGenerator.getInstance(name).also {
      it.initialize(bits) //!
    }
    val pair = generator("RSA", 512).generateKeyPair()
    == short-java-key | in Java, one call on each line
    class A { KeyPair f() throws Exception {
      KeyPairGenerator g =
        KeyPairGenerator.getInstance(
          "RSA");
      g.initialize(new RSAKeyGenParameterSpec(1024, RSAKeyGenParameterSpec.F4)); //!
      return g.generateKeyPair(); } }
    == | long keys
    fun f() {
      KeyPairGenerator.getInstance("RSA").apply { initialize(3072) }
      KeyGenerator.getInstance("AES").run { init(256); generateKey() }
      KeyPairGenerator.getInstance("EC").initialize(ECGenParameterSpec("secp256r1"))
    }
    == weak-java-cipher | old ciphers of a file format
    class OldFormat(private val secret: ByteArray) {
      private fun key(): SecretKey = SecretKeyFactory.getInstance("DES").generateSecret(DESKeySpec(secret)) //!
      fun first(): Cipher = Cipher.getInstance("DES").apply { init(Cipher.DECRYPT_MODE, key()) } //!
      fun second(k: Key) = Cipher.getInstance("ARCFOUR").run { init(Cipher.DECRYPT_MODE, k) } //!
      fun third(k: Key): Cipher { return Cipher.getInstance( //!
        "Blowfish/CBC/PKCS5Padding") }
    }
    == weak-java-cipher | an alias of the class, a constant of a companion
    import javax.crypto.Cipher as C
    class Box { companion object { const val MODE = "ECB"; private const val PAD = "PKCS5Padding" }
      fun cipher(): C = C.getInstance("AES/$MODE/$PAD") //!
    }
    == weak-java-cipher | a helper with a default
    fun make(name: String = "AES/ECB/PKCS5Padding"): Cipher = Cipher.getInstance(name) //!
    val c = make()
    == weak-java-cipher | a getter, String.format, Java
    class A {
      private String mode() { return "ECB"; }
      Cipher c() throws Exception { return Cipher.getInstance(String.format("AES/%s/NoPadding", mode()), "BC"); } //!
    }
    == weak-java-cipher | the keystore
    fun box(alias: String): KeyGenParameterSpec {
      val builder = KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_ENCRYPT)
      builder.setBlockModes(KeyProperties.BLOCK_MODE_ECB) //!
      builder.setBlockModes("CBC", KeyProperties.BLOCK_MODE_ECB) //!
      return builder.build()
    }
    == weak-java-cipher | old padding of RSA
    fun f() = Cipher.getInstance("RSA/ECB/PKCS1Padding") //!
    fun g(b: KeyGenParameterSpec.Builder) = b
      .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_RSA_PKCS1) //!
      .build()
    == | authenticated ciphers
    const val T = "AES/GCM/NoPadding"
    fun f() = Cipher.getInstance(T)
    fun g() = Cipher.getInstance("${KeyProperties.KEY_ALGORITHM_AES}/${KeyProperties.BLOCK_MODE_GCM}/${KeyProperties.ENCRYPTION_PADDING_NONE}")
    fun h() = Cipher.getInstance("ChaCha20/Poly1305/NoPadding")
    fun i() = Cipher.getInstance("RSA/ECB/OAEPPadding")
    == weak-digest | many ways
    -- Names.kt
    object Names { val HASH get() = "MD" + 5 }
    -- A.kt
    import java.security.MessageDigest as D
    fun sign(p: ByteArray) = D.getInstance("SHA-1").digest(p) //!
    fun hash(p: String) = p.toByteArray().run { MessageDigest.getInstance(Names.HASH).digest(this) } //!
    fun verify() = Signature.getInstance("SHA1withRSA") //!
    fun builder(b: KeyGenParameterSpec.Builder) { b.setDigests(KeyProperties.DIGEST_SHA1) } //!
    fun lib(password: String) = DigestUtils.md5Hex(password) //!
    == | good digests
    fun f(p: ByteArray) = MessageDigest.getInstance("SHA-256").digest(p)
    fun g(b: KeyGenParameterSpec.Builder) { b.setDigests(KeyProperties.DIGEST_SHA256, KeyProperties.DIGEST_SHA512) }
    fun mac() = Mac.getInstance("HmacSHA256")
    == hardcoded-java-key | bytes in the source
    class Pocket {
      private val bytes = byteArrayOf(17, 4, 99, -3, 56, 21, 8, 77, 90, 12, 5, 63, 44, 1, 30, 71)
      fun cipher(): Cipher {
        val lock = SecretKeySpec(bytes, "AES") //!
        return Cipher.getInstance("AES/GCM/NoPadding").also { it.init(Cipher.ENCRYPT_MODE, lock) }
      }
    }
    == hardcoded-java-key | a constant of Java, a helper, an extension
    -- Config.java
    public final class Config { public static final String SEED = "0123456789abcdef"; }
    -- A.kt
    private fun String.bytes() = toByteArray(Charsets.UTF_8)
    fun key(text: String = Config.SEED): SecretKey =
      SecretKeySpec( //!
        text.bytes(), "AES")
    == hardcoded-java-key | lazy, map, list
    private val raw by lazy { listOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7).map { it.toByte() }.toByteArray() }
    val key = SecretKeySpec(raw, "AES") //!
    == hardcoded-java-key | Java, coded
    class A { private static final String K = "c2VjcmV0c2VjcmV0MTI=";
      SecretKeySpec f() { return new SecretKeySpec(Base64.getDecoder().decode(K), "HmacSHA256"); } } //!
    == hardcoded-java-key | a private key of the app
    val spec = PKCS8EncodedKeySpec(Base64.decode(PEM, 0)) //!
    private const val PEM = "MIIEvAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBALfX7kbfFv3pc3JjOHQ="
    == | keys of the device
    fun f(alias: String): SecretKey {
      val g = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, "AndroidKeyStore")
      g.init(KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT)
        .setBlockModes(KeyProperties.BLOCK_MODE_GCM).setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
        .setUserAuthenticationRequired(true).build())
      return g.generateKey()
    }
    fun derived(pass: CharArray, salt: ByteArray) =
      SecretKeySpec(SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(PBEKeySpec(pass, salt, 600_000, 256)).encoded, "AES")
    fun unwrapped(box: ByteArray) = SecretKeySpec(box.copyOfRange(0, 32), "AES")
    == fixed-java-nonce | many ways
    object Iv { val ZERO = ByteArray(12) }
    fun spec() = GCMParameterSpec(128, Iv.ZERO) //!
    fun Cipher.start(key: Key, iv: ByteArray = "1234567890123456".toByteArray()) =
      init(Cipher.ENCRYPT_MODE, key, IvParameterSpec(iv)) //!
    fun box(c: Cipher, k: Key) = c.start(k)
    == fixed-java-nonce | Java
    class A { static final byte[] IV = new byte[16];
      void f(Cipher c, Key k) throws Exception {
        AlgorithmParameterSpec s = new IvParameterSpec(IV); //!
        c.init(1, k, s); } }
    == weak-java-key-derivation | few rounds
    class Kdf { companion object { const val ROUNDS = 1_000 }
      fun derive(pin: CharArray, salt: ByteArray): ByteArray {
        val spec = PBEKeySpec(pin, salt, ROUNDS, 256) //!
        return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).encoded
      }
    }
    == weak-java-key-derivation | Java, a parameter
    class A { KeySpec spec(char[] p, byte[] salt, int rounds) { return new PBEKeySpec(p, salt, rounds, 256); } //!
      KeySpec f(char[] p, byte[] salt) { return spec(p, salt, 10000); } }
    == key-of-many-purposes | both
    fun f(alias: String) = KeyGenParameterSpec.Builder( //!
      alias,
      KeyProperties.PURPOSE_SIGN or KeyProperties.PURPOSE_VERIFY or KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT)
      .build()
    == hardcoded-credential | by its look
    object Api { const val STRIPE = "sk_live_4eC39HqLyjWDarjtT1zdp7dcQ" } //!
    == biometric-without-key | a callback alone
    class Gate(private val activity: FragmentActivity) {
      fun open(done: () -> Unit) {
        val prompt = BiometricPrompt(activity, ContextCompat.getMainExecutor(activity), object : BiometricPrompt.AuthenticationCallback() {
          override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) { done() }
        })
        val info = BiometricPrompt.PromptInfo.Builder().setTitle("a").setNegativeButtonText("b").build()
        prompt.authenticate(info) //!
      }
    }
    == biometric-without-key | scope functions, a field of unknown type
    class Gate(activity: FragmentActivity, callback: BiometricPrompt.AuthenticationCallback) {
      private val prompt by lazy { BiometricPrompt(activity, callback) }
      fun ask(info: BiometricPrompt.PromptInfo) = prompt.run { authenticate(info) } //!
      fun other(info: BiometricPrompt.PromptInfo) { prompt.also { it.authenticate(info) } } //!
    }
    == biometric-without-key | a key that survives
    fun f(alias: String) = KeyGenParameterSpec.Builder(alias, 3)
      .setUserAuthenticationRequired(true)
      .setInvalidatedByBiometricEnrollment(false) //!
      .build()
    == biometric-fallback | a PIN instead
    fun info() = BiometricPrompt.PromptInfo.Builder()
      .setTitle("Unlock")
      .setAllowedAuthenticators(BiometricManager.Authenticators.BIOMETRIC_STRONG or DEVICE_CREDENTIAL) //!
      .build()
    == biometric-fallback | weak biometrics, in a helper
    fun info(kinds: Int) = BiometricPrompt.PromptInfo.Builder().apply { setAllowedAuthenticators(kinds) }.build() //!
    val a = info(BiometricManager.Authenticators.BIOMETRIC_WEAK)
    == | a key behind strong biometrics
    fun ask(prompt: BiometricPrompt, cipher: Cipher) {
      val info = BiometricPrompt.PromptInfo.Builder().setTitle("a")
        .setAllowedAuthenticators(BiometricManager.Authenticators.BIOMETRIC_STRONG).setNegativeButtonText("b").build()
      prompt.authenticate(info, BiometricPrompt.CryptoObject(cipher))
    }
    fun has(m: BiometricManager) = m.canAuthenticate(BiometricManager.Authenticators.DEVICE_CREDENTIAL)
    """#
}
