#if os(Linux) || os(Android)

  import SecurityPolicy

  /// A `busybox` binary. Several makers ship one: evidence only.
  extension Probe {
    static let busybox = Probe(
      id: "privilegedAccess.busybox", category: .privilegedAccess, strength: .weak, family: .filesystem
    ) { (snapshot) throws(SystemCallFailure) in try AndroidPaths.present(busyboxPaths, in: snapshot.tree) }

    private static let busyboxPaths = [
      "/system/xbin/busybox", "/system/bin/busybox", "/sbin/busybox", "/vendor/bin/busybox", "/product/bin/busybox",
      "/data/local/busybox", "/data/local/bin/busybox", "/data/local/xbin/busybox", "/system/sd/xbin/busybox",
    ]
  }

#endif
