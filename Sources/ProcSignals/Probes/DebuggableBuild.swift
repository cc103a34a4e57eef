#if os(Linux) || os(Android)

  import SecurityPolicy

  /// A system build meant for its developers. Some makers ship it by mistake.
  extension Probe {
    static let debuggableBuild = Probe(
      id: "privilegedAccess.debuggableBuild", category: .privilegedAccess, strength: .medium, family: .systemProperties
    ) { (snapshot) throws(SystemCallFailure) in try PropertyRule.findings(buildRules, in: snapshot.properties) }

    private static let buildRules = [
      PropertyRule("ro.debuggable", "1"), PropertyRule("ro.secure", "0"), PropertyRule("ro.adb.secure", "0"),
      PropertyRule("ro.build.type", "userdebug", "eng"),
    ]
  }

#endif
