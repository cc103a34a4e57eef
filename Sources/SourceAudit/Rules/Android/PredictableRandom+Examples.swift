extension PredictableRandom {
  static let violating: [RuleExample] = [
    RuleExample(
      "a token out of Random", path: "A.kt", lines: [4],
      """
      import java.util.Random
      fun makeToken(): String {
        val r = Random()
        return (1..16).map { r.nextInt(36).toString(36) }.joinToString("")
      }
      """),
    RuleExample(
      "one of two makers", path: "A.java", lines: [3],
      """
      class A { Random rnd = new SecureRandom();
        void test() { rnd = new Random(7); }
        String token() { return Long.toHexString(rnd.nextLong()); } }
      """),
    RuleExample(
      "a password out of Math", path: "A.java", lines: [1], "class A { double password() { return Math.random(); } }"),
    RuleExample(
      "a seed of its own", path: "A.kt", lines: [2], "val random = SecureRandom()\nfun f() { random.setSeed(42L) }"),
    RuleExample(
      "the clock as a token", path: "A.kt", lines: [1],
      "fun f() { val sessionToken = System.currentTimeMillis().toString() }"),
    RuleExample(
      "the date as a code", path: "A.kt", lines: [1], "fun f() { val otp = (Date().time % 1_000_000).toInt() }"),
    RuleExample(
      "a shuffled alphabet", path: "A.kt", lines: [1, 3, 6],
      """
      fun newPassword(): String = ("abcdefghjkmnp" + "23456789").toList().shuffled().take(12).joinToString("")
      fun f(letters: List<Char>) {
        val passphrase = letters.shuffled(Random(7)).joinToString("")
      }
      fun makePin(digits: List<Int>): String {
        val mixed = digits.shuffled()
        return mixed.take(4).joinToString("")
      }
      """),
    RuleExample(
      "a list shuffled in its place", path: "A.java", lines: [3],
      """
      class A { String newPassword(List<String> letters) {
        List<String> mixed = new ArrayList<>(letters);
        Collections.shuffle(mixed);
        return String.join("", mixed.subList(0, 12)); } }
      """),
    RuleExample(
      "Kotlin's default generator by its name", path: "A.kt", lines: [2, 4],
      """
      import kotlin.random.Random
      fun token(): ByteArray = Random.Default.nextBytes(16)
      private val source = Random.Default
      fun salt(): ByteArray = source.nextBytes(16)
      """),
    RuleExample(
      "a clock that a function gives out as a secret", path: "A.kt", lines: [1, 3, 7, 8],
      """
      fun sessionToken(): String = System.nanoTime().toString(16)
      fun accessToken(user: String): String {
        val now = System.currentTimeMillis()
        return "$user-$now"
      }
      fun count() = System.nanoTime()
      fun apiKey() = count().toString()
      fun doorPin(): Long = 1000 + System.nanoTime() % 9000
      """),
    RuleExample(
      "letters of a constant", path: "A.kt", lines: [3, 5],
      """
      private val SIGNS = ('A'..'Z') + ('2'..'9')
      class Vouchers {
        fun voucherPassword() = buildString { repeat(10) { append(SIGNS.random()) } }
        companion object { const val HEX = "0123456789abcdef" }
        fun apiKey(): String = List(32) { HEX.random() }.joinToString("")
      }
      """),
    RuleExample(
      "the clock through Java's static calls, a builder and a hash", path: "A.java", lines: [2, 3, 6, 9],
      """
      class Tickets {
        String ticketToken() { return Long.toHexString(System.nanoTime()); }
        String sharedSecret() { return "s" + Math.abs(System.currentTimeMillis()); }
        String loginToken(String user) {
          StringBuilder text = new StringBuilder(user);
          text.append('-').append(System.currentTimeMillis());
          return text.toString();
        }
        String inviteToken() { return UUID.nameUUIDFromBytes(Long.toString(System.nanoTime()).getBytes()).toString(); }
      }
      """),
    RuleExample(
      "the clock in a digest of the app's own", path: "A.kt", lines: [3],
      """
      fun sha(text: String) =
        MessageDigest.getInstance("SHA-256").digest(text.toByteArray()).joinToString("") { "%02x".format(it) }
      fun visitToken(user: String): String = sha(user + System.currentTimeMillis())
      """),
    RuleExample(
      "calendar, date and instant", path: "A.kt", lines: [1, 2, 5],
      """
      fun rescueToken(): String = Calendar.getInstance().timeInMillis.toString(36)
      fun guestPassword() = "guest" + Date().time
      fun shareToken(): String {
        val now = Instant.now()
        return now.toEpochMilli().toString(16)
      }
      """),
    RuleExample(
      "a token that is for refreshing, a PIN to start with", path: "A.kt", lines: [2, 3],
      """
      class Renewal(private val letters: List<Char>) {
        fun issueRefreshToken(): String = System.nanoTime().toString(36)
        fun startPin(): String = letters.shuffled().take(6).joinToString("")
      }
      """),
    RuleExample(
      "shuffled by a helper, and inside a closure", path: "A.kt", lines: [1, 3, 5],
      """
      private fun jumbled(text: String) = text.toList().shuffled().joinToString("")
      fun adminPassword(): String = jumbled("abcdefghjkmnp23456789").take(10)
      fun wifiPassword(): String = ('a'..'z').toMutableList().apply { shuffle() }.take(16).joinToString("")
      class Guest {
        val password = ('a'..'z').toMutableList().also { signs -> signs.shuffle() }.joinToString("")
      }
      """),
    RuleExample(
      "a helper that shuffles the list of its caller", path: "A.java", lines: [2],
      """
      class Vouchers {
        private static void jumble(List<String> signs) { Collections.shuffle(signs); }
        String voucherPassword(List<String> alphabet) {
          List<String> signs = new ArrayList<>(alphabet);
          jumble(signs);
          StringBuilder text = new StringBuilder();
          for (String sign : signs.subList(0, 12)) text.append(sign);
          return text.toString();
        }
      }
      """),
  ]

  static let conforming: [RuleExample] = [
    RuleExample(
      "the system's", path: "A.kt", "fun makeToken() = ByteArray(32).also { SecureRandom().nextBytes(it) }"),
    RuleExample("a dice", path: "A.kt", "fun roll() = Random.nextInt(1, 7)"),
    RuleExample(
      "the system's behind the name of its base, in a field and in a local", path: "A.java",
      """
      class A { private final Random rnd = new SecureRandom();
        String token() { return Long.toHexString(rnd.nextLong()); }
        byte[] nonce() throws Exception { Random strong = SecureRandom.getInstanceStrong();
          byte[] nonce = new byte[12]; strong.nextBytes(nonce); return nonce; } }
      """),
    RuleExample(
      "the system's for Kotlin, and handed to a constructor", path: "A.kt",
      """
      val random: Random = SecureRandom().asKotlinRandom()
      val jdk: java.util.Random = SecureRandom()
      fun token() = random.nextLong().toString(36) + jdk.nextInt()
      class Tokens(private val source: java.util.Random) { fun token() = source.nextLong().toString(36) }
      val tokens = Tokens(SecureRandom())
      """),
    RuleExample(
      "when a token came", path: "A.kt",
      "fun f() {\n  val tokenFetchedAt = System.currentTimeMillis()\n  val lastTokenRefresh = Date().time\n}"),
    RuleExample("a date", path: "A.java", "class A { long started = System.currentTimeMillis(); }"),
    RuleExample(
      "what is shuffled in a game, for a keypad, by the system's generator, and beside a password", path: "A.kt",
      """
      fun startSession(cards: List<Card>) = cards.shuffled()
      fun pinPad() = (0..9).shuffled()
      fun recoveryWordsToConfirm(words: List<String>) = words.shuffled()
      fun newPassword(letters: List<Char>) = letters.shuffled(SecureRandom()).take(12).joinToString("")
      fun checkPassword(password: String, tips: List<String>): Boolean {
        show(tips.shuffled().first())
        return password.length > 11
      }
      """),
    RuleExample(
      "a clock beside a token", path: "A.kt",
      """
      fun tokenAge(issued: Long) = System.currentTimeMillis() - issued
      fun accessToken(): String {
        if (System.currentTimeMillis() > expiry) renew()
        return vault.read(System.currentTimeMillis())
      }
      fun jwt(key: SecretKey) = Jwts.builder().setIssuedAt(Date(System.currentTimeMillis())).signWith(key).compact()
      fun newToken() = UUID.randomUUID().toString() + System.currentTimeMillis()
      """),
    RuleExample(
      "the system's when nothing is handed over", path: "A.kt",
      """
      class Keys(private val random: Random = SecureRandom().asKotlinRandom()) {
        fun apiKey() = random.nextBytes(16).toHex()
      }
      class Codes(source: java.util.Random = SecureRandom()) {
        private val dice = source
        fun loginToken() = dice.nextLong().toString(36)
      }
      """),
    RuleExample(
      "cards and colours of a constant", path: "A.kt",
      """
      private val CARDS = listOf("ace", "king")
      fun startSession() = CARDS.random()
      fun keyColor(): Int = Palette.ALL.random()
      object Palette { val ALL = listOf(1, 2) }
      """),
    RuleExample(
      "spans, sums of times and names of files", path: "A.kt",
      """
      class Limits(private val perSecond: Double) {
        fun tokensLeft(): Double {
          val now = System.nanoTime()
          return tokens + (now - last) * perSecond
        }
        fun otpWait(): Long = (openAgain - System.currentTimeMillis()) / 1000 % 60
        fun secretRotation(): Long = System.currentTimeMillis() + 3_600_000
        fun passwordsArchive() = "passwords-${System.currentTimeMillis()}.zip"
        fun tokenLog(): String {
          val stamp = System.currentTimeMillis()
          return "tokens-" + stamp + ".csv"
        }
        fun keep(value: String) {
          val token = Stored(value, System.currentTimeMillis())
          val pinPause = openAgain - System.currentTimeMillis()
          val passwordFile = "passwords-${System.currentTimeMillis()}.json"
          val secretFile = "secrets-" + System.currentTimeMillis() + ".csv"
        }
      }
      """),
    RuleExample(
      "a clock that is signed, and one that is hashed with a secret", path: "A.kt",
      """
      class Requests(private val apiSecret: String, private val mac: Mac) {
        fun requestToken(): String = hex(sha256.digest((apiSecret + System.currentTimeMillis()).toByteArray()))
        private fun hex(bytes: ByteArray) = bytes.joinToString("") { "%02x".format(it) }
        fun accessToken(user: String): String {
          val body = user + "." + System.currentTimeMillis()
          return body + "." + mac.doFinal(body.toByteArray()).toHex()
        }
      }
      """),
    RuleExample(
      "lists that are shown in a new order", path: "A.kt",
      """
      fun pinDial(): List<Int> = (0..9).shuffled()
      fun secretHand(deck: List<Card>): List<Card> = deck.shuffled().take(3)
      fun drawSecret(deck: List<Card>): List<Card> {
        val hand = jumbled(deck)
        return hand
      }
      private fun jumbled(deck: List<Card>) = deck.shuffled()
      val passwordTips = TIPS.shuffled()
      """),
  ]
}
