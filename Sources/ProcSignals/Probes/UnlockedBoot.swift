#if os(Linux) || os(Android)

  import SecurityPolicy

  /// The boot loader is unlocked or the boot chain is not verified. Root tools rewrite these properties to hide it.
  extension Probe {
    static let unlockedBoot = Probe(
      id: "privilegedAccess.unlockedBoot", category: .privilegedAccess, strength: .medium, family: .systemProperties
    ) { (snapshot) throws(SystemCallFailure) in try PropertyRule.findings(bootRules, in: snapshot.properties) }

    private static let bootRules = [
      PropertyRule("ro.boot.verifiedbootstate", "orange", "yellow", "red"), PropertyRule("ro.boot.flash.locked", "0"),
      PropertyRule("ro.boot.vbmeta.device_state", "unlocked"),
      PropertyRule("ro.boot.veritymode", "disabled", "logging", "eio"),
      PropertyRule("ro.boot.warranty_bit", "1"), PropertyRule("ro.warranty_bit", "1"),
    ]
  }

#endif
