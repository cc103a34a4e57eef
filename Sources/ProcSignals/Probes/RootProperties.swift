#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Properties that only root tools set.
  extension Probe {
    static let rootProperties = Probe(
      id: "privilegedAccess.rootProperties", category: .privilegedAccess, strength: .strong, family: .systemProperties
    ) { (snapshot) throws(SystemCallFailure) in try PropertyRule.findings(rootRules, in: snapshot.properties) }

    private static let rootRules = [
      PropertyRule("service.adb.root", "1"), PropertyRule("init.svc.magisk_daemon", "running"),
      PropertyRule("init.svc.magisk_service", "running"), PropertyRule("ro.magisk.hide", "1"),
      PropertyRule("ro.kernel.ksu"), PropertyRule("ro.ksu.version"), PropertyRule("ro.kernel.apatch"),
      PropertyRule("ro.apatch.version"), PropertyRule("ro.kernel.kpatch"),
    ]
  }

#endif
