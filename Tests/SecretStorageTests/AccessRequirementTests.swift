import SecretStorage
import SecurityPolicy
import Testing

@Suite struct AccessRequirementTests {
  private func policy(_ accessibility: StorageRequirement.Accessibility) -> StorageRequirement {
    var policy = StorageRequirement()
    policy.accessibility = accessibility
    return policy
  }

  @Test("Without arguments a secret stays on the device and nobody is asked")
  func standard() {
    #expect(AccessRequirement().accessibility == .afterFirstUnlockThisDeviceOnly)
    #expect(AccessRequirement().presence == .notAsked)
    #expect(AccessRequirement(StorageRequirement()) == AccessRequirement())
  }

  private typealias Class = StorageRequirement.Accessibility
  private static let table: [(Class, Class, Class)] = [
    (.afterFirstUnlockThisDeviceOnly, .whenUnlockedThisDeviceOnly, .whenUnlockedThisDeviceOnly),
    (.afterFirstUnlockThisDeviceOnly, .whenPasscodeSetThisDeviceOnly, .whenPasscodeSetThisDeviceOnly),
    (.insecureMigratingAfterFirstUnlock, .afterFirstUnlockThisDeviceOnly, .afterFirstUnlockThisDeviceOnly),
    (.insecureMigratingWhenUnlocked, .afterFirstUnlockThisDeviceOnly, .whenUnlockedThisDeviceOnly),
    (.insecureMigratingAfterFirstUnlock, .insecureMigratingWhenUnlocked, .insecureMigratingWhenUnlocked),
    (.insecureMigratingWhenUnlocked, .insecureMigratingWhenUnlocked, .insecureMigratingWhenUnlocked),
    (.insecureMigratingWhenUnlocked, .whenPasscodeSetThisDeviceOnly, .whenPasscodeSetThisDeviceOnly),
  ]

  @Test("The stricter of key and policy holds, whichever says it", arguments: table)
  private func ceiling(one: Class, other: Class, result: Class) {
    #expect(AccessRequirement(one).within(policy(other)).accessibility == result)
    #expect(AccessRequirement(other).within(policy(one)).accessibility == result)
  }

  @Test("No policy loosens a key, and only a policy that says insecure lets a secret leave the device")
  func neverLooser() {
    for mine in Class.allCases {
      for theirs in Class.allCases {
        let result = AccessRequirement(mine).within(policy(theirs)).accessibility
        #expect(result.isInsecure == (mine.isInsecure && theirs.isInsecure))
        #expect(AccessRequirement(result).within(policy(theirs)).accessibility == result)
      }
    }
  }

  @Test("Who has to be there stays as asked", arguments: AccessRequirement.Presence.allCases)
  func presence(_ presence: AccessRequirement.Presence) {
    let access = AccessRequirement(presence: presence).within(policy(.whenPasscodeSetThisDeviceOnly))
    #expect(access.presence == presence)
  }
}
