#if os(Linux) || os(Android)

  import SecurityPolicy

  /// The system was signed with public test keys. Custom systems and some cheap devices are: no proof of root.
  extension Probe {
    static let testKeys = Probe(
      id: "privilegedAccess.testKeys", category: .privilegedAccess, strength: .medium, family: .systemProperties
    ) { (snapshot) throws(SystemCallFailure) in
      try PropertyRule.findings([PropertyRule("ro.build.tags", "test-keys", "dev-keys")], in: snapshot.properties)
    }
  }

#endif
