/// Code that shows a control at work: it is credited, and nothing is found.
enum ControlSamples {
  static let text = #"""
    == +platform-version | an app that asks for a newer system
    fun notice(screen: Activity) {
      val needed = Build.VERSION_CODES.TIRAMISU
      if (Build.VERSION.SDK_INT < needed) screen.setTitle(R.string.please_update)
    }
    == +device-lock | the lock of the screen, Java
    class A { boolean f(Context c) {
      KeyguardManager k = (KeyguardManager) c.getSystemService(Context.KEYGUARD_SERVICE);
      return k.isDeviceSecure(); } }
    == +root-detection | files and packages
    object Roots {
      private val paths = listOf("/system/app/Superuser.apk", "/system/xbin/su", "/sbin/su")
      fun isRooted() = paths.any { File(it).exists() } || Build.TAGS?.contains("test-keys") == true
    }
    == +debugger-detection | asked
    fun f() { if (Debug.isDebuggerConnected()) exitProcess(0) }
    == +certificate-pinning | a pinner of a client
    fun client(pin: String) = OkHttpClient.Builder()
      .certificatePinner(CertificatePinner.Builder().add("api.sleep.app", pin).build()).build()
    == +app-integrity | asked for
    fun f(c: Context, n: String) = IntegrityManagerFactory.create(c).requestIntegrityToken(IntegrityTokenRequest.builder().setNonce(n).build())
    == +hostname-unchecked | a TLS socket that is asked
    fun open(host: String): SSLSocket {
      val socket = SSLSocketFactory.getDefault().createSocket(host, 443) as SSLSocket
      socket.startHandshake()
      if (!HttpsURLConnection.getDefaultHostnameVerifier().verify(host, socket.session)) throw SSLException("host")
      return socket
    }
    == +biometric-without-key | a prompt with a key
    fun ask(p: BiometricPrompt, i: BiometricPrompt.PromptInfo, c: Cipher) = p.authenticate(i, BiometricPrompt.CryptoObject(c))
    == +secrets-in-shared-preferences | encrypted preferences
    fun keep(prefs: EncryptedSharedPreferences, token: String) { prefs.edit().putString("token", token).apply() }
    == +hardcoded-java-key | a key of the keystore
    fun f() = KeyGenerator.getInstance("AES", "AndroidKeyStore")
    """#
}
