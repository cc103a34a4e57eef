#if os(Linux) || os(Android)

  import SecurityPolicy

  /// A system partition is mounted so that it can be written to.
  extension Probe {
    static let writableSystem = Probe(
      id: "privilegedAccess.writableSystem", category: .privilegedAccess, strength: .medium, family: .mounts
    ) { (snapshot) throws(SystemCallFailure) in
      .of(
        try snapshot.mounts.get().rows
          .filter { readOnlyAsShipped.contains($0.target) && $0.options.contains("rw") }
          .map { "\($0.target) is writable" })
    }

    private static let readOnlyAsShipped: Set<String> = [
      "/system", "/system/bin", "/system/sbin", "/system/xbin", "/vendor", "/vendor/bin", "/product", "/sbin", "/etc",
    ]
  }

#endif
