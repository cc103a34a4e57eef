#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Files of Magisk, KernelSU, APatch or LSPosed.
  extension Probe {
    static let rootTools = Probe(
      id: "privilegedAccess.rootTools", category: .privilegedAccess, strength: .strong, family: .filesystem
    ) { (snapshot) throws(SystemCallFailure) in try AndroidPaths.present(rootToolPaths, in: snapshot.tree) }

    /// Not `/data/adb` itself and not `/debug_ramdisk`: stock systems have them.
    private static let rootToolPaths = [
      "/data/adb/magisk", "/data/adb/magisk.db", "/data/adb/magisk.img", "/data/adb/modules",
      "/data/adb/modules_update",
      "/data/adb/post-fs-data.d", "/data/adb/service.d", "/data/adb/lspd", "/data/adb/riru",
      "/sbin/.magisk", "/sbin/magisk", "/sbin/magiskinit", "/init.magisk.rc", "/dev/.magisk.unblock",
      "/cache/.disable_magisk", "/cache/magisk.log", "/.magisk",
      "/data/adb/ksu", "/data/adb/ksud",
      "/data/adb/ap", "/data/adb/apd", "/data/adb/apatch", "/data/adb/metamodule",
    ]
  }

#endif
