/// Biometric prompts whose answer unlocks nothing.
struct BiometricWithoutKey: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "biometric-without-key", "A biometric prompt unlocks a key",
    reason:
      "A prompt that only calls back can be answered by a changed app; a key that survives a new fingerprint lets "
      + "in whoever added theirs.",
    fix:
      "Make a keystore key with setUserAuthenticationRequired(true) and setInvalidatedByBiometricEnrollment(true), and "
      + "hand a CryptoObject with it to authenticate.",
    ids: ["O.Auth_5", "O.Cryp_7", "MASVS-AUTH-2", "MASWE-0044", "MASWE-0046", "CWE-287", "CWE-303"],
    violating: [
      RuleExample(
        "no crypto object", path: "A.kt", lines: [3],
        """
        fun ask(activity: FragmentActivity, callback: BiometricPrompt.AuthenticationCallback, info: BiometricPrompt.PromptInfo) {
          val prompt = BiometricPrompt(activity, executor, callback)
          prompt.authenticate(info)
        }
        """),
      RuleExample(
        "a key that nobody uses", path: "A.kt", lines: [6],
        """
        fun ask(a: FragmentActivity, c: Cipher, info: BiometricPrompt.PromptInfo) {
          BiometricPrompt(a, executor, object : BiometricPrompt.AuthenticationCallback() {
            override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) {
              home()
            }
          }).authenticate(info, BiometricPrompt.CryptoObject(c))
        }
        fun home() { screen.show() }
        """),
      RuleExample(
        "a closure that only opens a screen, wherever it is handed over", path: "A.kt", lines: [6],
        """
        fun ask(a: FragmentActivity, c: Cipher, info: BiometricPrompt.PromptInfo, onSuccess: () -> Unit) {
          BiometricPrompt(a, executor, object : BiometricPrompt.AuthenticationCallback() {
            override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) {
              onSuccess()
            }
          }).authenticate(info, BiometricPrompt.CryptoObject(c))
        }
        fun login(a: FragmentActivity, c: Cipher, info: BiometricPrompt.PromptInfo) {
          ask(a, c, info) { screen.show() }
        }
        """),
      RuleExample(
        "a key that nobody uses, by a class of its own", path: "A.java", lines: [6],
        """
        class Done extends BiometricPrompt.AuthenticationCallback {
          @Override public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult r) { Log.d("a", "in"); }
        }
        class A { void f(FragmentActivity a, Cipher c, BiometricPrompt.PromptInfo info) {
          BiometricPrompt prompt = new BiometricPrompt(a, executor, new Done());
          prompt.authenticate(info, new BiometricPrompt.CryptoObject(c));
        } }
        """),
      RuleExample(
        "nothing in its place", path: "A.java", lines: [1],
        "class A { void f(FingerprintManager m) { m.authenticate(null, signal, 0, callback, null); } }"),
      RuleExample(
        "a key that survives", path: "A.kt", lines: [1],
        "fun f(b: KeyGenParameterSpec.Builder) = b.setUserAuthenticationRequired(true).setInvalidatedByBiometricEnrollment(false)"
      ),
    ],
    conforming: [
      RuleExample(
        "a key", path: "A.kt",
        "fun f(prompt: BiometricPrompt, info: BiometricPrompt.PromptInfo, c: Cipher) { prompt.authenticate(info, BiometricPrompt.CryptoObject(c)) }"
      ),
      RuleExample(
        "a key that opens something", path: "A.kt",
        """
        class Vault(private val a: FragmentActivity, private val box: ByteArray) {
          fun ask(c: Cipher, info: BiometricPrompt.PromptInfo) {
            BiometricPrompt(a, executor, object : BiometricPrompt.AuthenticationCallback() {
              override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) {
                open(result.cryptoObject?.cipher)
              }
            }).authenticate(info, BiometricPrompt.CryptoObject(c))
            BiometricPrompt(a, executor, object : BiometricPrompt.AuthenticationCallback() {
              override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) = show(c)
            }).authenticate(info, BiometricPrompt.CryptoObject(c))
          }
          private fun show(c: Cipher) { screen.text = String(c.doFinal(box)) }
        }
        """),
      RuleExample(
        "a closure that is handed over and uses the cipher", path: "A.kt",
        """
        fun ask(a: FragmentActivity, c: Cipher, info: BiometricPrompt.PromptInfo, onSuccess: () -> Unit) {
          BiometricPrompt(a, executor, object : BiometricPrompt.AuthenticationCallback() {
            override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) { onSuccess() }
          }).authenticate(info, BiometricPrompt.CryptoObject(c))
        }
        fun read(a: FragmentActivity, c: Cipher, info: BiometricPrompt.PromptInfo, box: ByteArray) {
          ask(a, c, info) { show(c.doFinal(box)) }
        }
        """),
      RuleExample(
        "a closure of others, and a continuation", path: "A.kt",
        """
        fun ask(a: FragmentActivity, c: Cipher, info: BiometricPrompt.PromptInfo, onSuccess: (() -> Unit)?) {
          BiometricPrompt(a, executor, object : BiometricPrompt.AuthenticationCallback() {
            override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) {
              onSuccess?.invoke()
            }
          }).authenticate(info, BiometricPrompt.CryptoObject(c))
        }
        suspend fun wait(a: FragmentActivity, c: Cipher, info: BiometricPrompt.PromptInfo) =
          suspendCancellableCoroutine { cont ->
            BiometricPrompt(a, executor, object : BiometricPrompt.AuthenticationCallback() {
              override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) {
                cont.resume(Unit)
              }
            }).authenticate(info, BiometricPrompt.CryptoObject(c))
          }
        """),
      RuleExample(
        "another authenticate", path: "A.kt", "fun f(api: LoginService, name: String) { api.authenticate(name) }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("authenticate") {
      guard let receiver = code.receiver(of: call), let type = project.type(of: receiver) else { continue }
      switch type {
      case "BiometricPrompt":
        // The platform's own class takes the crypto object first; its shorter form has three arguments.
        let isBound =
          code.words(of: call.argument(at: 1)).contains("CryptoObject")
          || call.arguments.contains { project.type(of: $0.value) == "CryptoObject" } || call.arguments.count == 2
          || call.arguments.count == 4
        if !isBound {
          record.flaw(manual, on: call, .warning, "Nothing is unlocked by this prompt: its answer can be changed.")
          continue
        }
        let isUsed: Bool? = PromptResult(project: project).isUsed(call, on: receiver)
        if isUsed == true {
          record.control("a biometric prompt unlocks a key", manual, at: call)
        } else if isUsed == false {
          record.flaw(
            manual, on: call, .warning,
            "Nobody uses the key that this prompt unlocks: its answer can be changed.")
        }
      case "FingerprintManager", "FingerprintManagerCompat":
        guard call.argument(at: 0)?.kind == .null else { continue }
        record.flaw(manual, on: call, .warning, "Nothing is unlocked by this prompt: its answer can be changed.")
      default: break
      }
    }
    let specs = KeystoreSpecs(project: project)
    for write in code.writes("userAuthenticationRequired") where code.isTrue(write.value) {
      // One that nobody makes a key by asks nobody.
      guard let builder = write.receiver, specs.isTaken(builder, at: write.place) else { continue }
      record.control("a key of the keystore asks for its user", manual, at: write.place)
    }
    for write in code.writes("invalidatedByBiometricEnrollment") where code.isFalse(write.value) {
      record.flaw(
        manual, on: write.place, .warning,
        "This key stays valid when a new fingerprint is added.")
    }
  }
}
