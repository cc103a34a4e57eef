import SecurityPolicy
import Testing
import UntrustedInput

@Suite struct IntegrityPolicyTests {
  private static let key = Base64URL.encode([UInt8](repeating: 5, count: 32))

  @Test("A debug build only reports, a release build ends at its start for a debugger and for privileged access")
  func defaults() throws {
    let rules = try PolicyDocument.read(PolicyText.with()).integrity.reactions
    for category in ThreatCategory.allCases { #expect(rules[.debug, category] == .reportOnly) }
    for category in [ThreatCategory.debug, .simulator, .privilegedAccess] {
      #expect(rules[.release, category] == .terminateAtStart)
    }
    for category in [ThreatCategory.hooks, .appIntegrity] { #expect(rules[.release, category] == .endSession) }
    #expect(rules.whenUndetermined(.debug) == .reportOnly && rules.whenUndetermined(.release) == .warn)
  }

  @Test("Every reaction of a file arrives for its profile and category alone, and stands in the slice")
  func values() throws {
    for profile in BuildProfile.allCases {
      for reaction in IntegrityReaction.allCases {
        let policy = try PolicyDocument.read(
          PolicyText.with(
            """
            "integrity": {"overlayKey": "\(Self.key)", "reactions": {"\(profile.rawValue)": \
            {"hooks": "\(reaction.rawValue)", "whenUndetermined": "\(reaction.rawValue)"}}}
            """))
        let rules = policy.integrity.reactions
        #expect(rules[profile, .hooks] == reaction && rules.whenUndetermined(profile) == reaction)
        #expect(rules[profile, .passcode] == ReactionRules()[profile, .passcode])
        let other: BuildProfile = profile == .debug ? .release : .debug
        #expect(rules[other, .hooks] == ReactionRules()[other, .hooks])
        #expect(policy.integrity.overlayKey == Self.key)
        let slice = try #require(policy.slice(for: .prod))
        #expect(try PolicySlice(reading: slice.bytes).integrity == policy.integrity)
      }
    }
  }

  @Test("A default that is written out is the same policy as one that is left out")
  func writtenOut() {
    var rules = ReactionRules()
    for profile in BuildProfile.allCases {
      for category in ThreatCategory.allCases { rules[profile, category] = rules[profile, category] }
    }
    #expect(rules == ReactionRules())
    rules[.release, .hooks] = .warn
    #expect(rules != ReactionRules())
    rules[.release, .hooks] = .endSession
    #expect(rules == ReactionRules())
  }

  @Test("Reactions are ordered from reporting to ending")
  func order() {
    #expect(
      IntegrityReaction.allCases.sorted() == [
        .reportOnly, .warn, .lock, .endSession, .wipe, .terminateAtStart, .terminate,
      ])
  }

  @Test(
    "What integrity and device rules may not say is refused",
    arguments: [
      #""integrity": {"reactions": {"release": {"hooks": "panic"}}}"#,
      #""integrity": {"reactions": {"release": {"hook": "warn"}}}"#,
      #""integrity": {"reactions": {"fast": {}}}"#,
      #""integrity": {"overlayKey": "AAAA"}"#,
      #""server": {"maximumReportAge": "1s"}"#,
      #""server": {"detectionMemory": "31d"}"#,
      #""server": {"unattested": {"mayStoreRecords": "no"}}"#,
      #""server": {"devices": {"ios": {"attestation": "off"}}}"#,
      #""server": {"devices": {"ios": {"whenBootUnverified": "warn"}}}"#,
      #""server": {"devices": {"ios": {"origin": {"teamIDs": ["abc"]}}}}"#,
      #""server": {"devices": {"ios": {"origin": {"apps": ["a b"]}}}}"#,
      #""server": {"devices": {"ios": {"origin": {"signingDigests": ["AB"]}}}}"#,
      #""server": {"devices": {"ios": {"origin": {"categories": ["store"]}}}}"#,
      #""server": {"devices": {"ios": {"origin": {"categories": []}}}}"#,
      #""server": {"devices": {"ios": {"origin": {"requiresCategory": 1}}}}"#,
      #""server": {"devices": {"ios": {"observeOnly": ["ROOTED"]}}}"#,
      #""server": {"devices": {"ios": {"observeOnly": ["osRejected", "OS_REJECTED"]}}}"#,
      #""server": {"devices": {"ios": {"minimumBootPatch": "x"}}}"#,
    ])
  func refused(section: String) {
    #expect(throws: PolicyError.self) { try PolicyDocument.read(PolicyText.with(section)) }
  }

  @Test("Every new rule of the server arrives")
  func serverRules() throws {
    let digest = String(repeating: "a1", count: 32)
    let policy = try PolicyDocument.read(
      PolicyText.with(
        """
        "server": {"maximumReportAge": "2m", "detectionMemory": "2h", "unattested": {"mayStoreRecords": false}, \
        "devices": {"android": {"attestation": "optional", "whenBootUnverified": "allow", \
        "minimumVendorPatch": "2025-01", "minimumBootPatch": "2025-02-05", "origin": {"apps": ["org.example.app"], \
        "teamIDs": ["0123456789"], "signingDigests": ["\(digest)"], "categories": ["enterprise"], "requiresCategory": true}, "observeOnly": ["OS_PATCH_BLACKLISTED"]}}}
        """))
    #expect(policy.server.maximumReportAge == .seconds(120) && policy.server.detectionMemory == .seconds(7200))
    #expect(!policy.server.unattested.mayStoreRecords)
    let rules = try #require(policy.server.devices[.android])
    #expect(rules.attestation == .optional && rules.whenBootUnverified == .allow)
    #expect(rules.minimumVendorPatch?.description == "2025-01")
    #expect(rules.minimumBootPatch?.description == "2025-02-05")
    #expect(rules.origin.apps == ["org.example.app"] && rules.origin.teamIDs == ["0123456789"])
    #expect(rules.origin.signingDigests == [digest] && rules.origin.requiresCategory)
    #expect(rules.origin.categories == [.enterprise] && !rules.origin.admits(.appStore, in: .dev))
    #expect(rules.observeOnly == [.patchVersionBlacklisted])
  }

  @Test("Without a word production takes apps from the App Store only, and other environments take all")
  func categories() {
    for category in SigningCategory.allCases {
      #expect(AppOrigin().admits(category, in: .prod) == (category == .appStore))
      #expect(AppOrigin().admits(category, in: .stage) && AppOrigin().admits(category, in: .dev))
    }
  }

  @Test("Without a word the server wants attestation of release builds and verified boot")
  func safeServerDefaults() {
    #expect(DeviceRules().attestation == .required && DeviceRules().whenBootUnverified == .reject)
    #expect(ServerRequirement().maximumReportAge == .seconds(300))
    #expect(ServerRequirement().detectionMemory == .seconds(3600))
  }
}
