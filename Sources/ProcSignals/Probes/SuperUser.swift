#if os(Linux) || os(Android)

  import SecurityPolicy

  /// A `su` binary at a place where Android has none. Only looked for on Android.
  extension Probe {
    static let superUser = Probe(
      id: "privilegedAccess.su", category: .privilegedAccess, strength: .strong, family: .filesystem
    ) { (snapshot) throws(SystemCallFailure) in try AndroidPaths.present(superUserPaths, in: snapshot.tree) }

    private static let superUserPaths = [
      "/sbin/su", "/system/bin/su", "/system/xbin/su", "/system/bin/.ext/su", "/system/bin/failsafe/su",
      "/system/sd/xbin/su", "/system/usr/we-need-root/su", "/system/xbin/daemonsu", "/system/app/Superuser.apk",
      "/su/bin/su", "/vendor/bin/su", "/odm/bin/su", "/product/bin/su", "/apex/com.android.runtime/bin/su",
      "/data/su", "/data/local/su", "/data/local/bin/su", "/data/local/xbin/su", "/cache/su", "/dev/su",
    ]
  }

#endif
