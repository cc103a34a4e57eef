import SecurityPolicy
import Testing

@Suite struct DecisionCodeTests {
  /// The two spellings of the device check SDKs, for iOS and for Android.
  private static let spellings = [
    ("osRejected", "OS_REJECTED"), ("versionBlacklisted", "VERSION_BLACKLISTED"),
    ("osVersionTooLow", "OS_VERSION_TOO_LOW"), ("osVersionTooHigh", "OS_VERSION_TOO_HIGH"),
    ("osPatchTooLow", "OS_PATCH_TOO_LOW"), ("osPatchTooHigh", "OS_PATCH_TOO_HIGH"),
    ("rejectedBecauseRooted", "REJECTED_BECAUSE_ROOTED"), ("rejectedBecauseHooked", "REJECTED_BECAUSE_HOOKED"),
    ("patchVersionBlacklisted", "OS_PATCH_BLACKLISTED"), ("unknown", "UNKNOWN"),
  ]

  @Test("The codes are those of the SDKs, in their order")
  func codes() { #expect(DecisionCode.allCases.map(\.rawValue) == Self.spellings.map(\.0)) }

  @Test("A policy may name a code in either spelling and in no other", arguments: spellings)
  func aliases(swift: String, kotlin: String) {
    let code = DecisionCode(rawValue: swift)
    #expect(code != nil && DecisionCode(policyWord: swift) == code && DecisionCode(policyWord: kotlin) == code)
    #expect(code?.kotlinSpelling == kotlin)
    #expect(DecisionCode(rawValue: kotlin) == nil)
    for wrong in [kotlin.lowercased(), kotlin + "_", "PATCH_VERSION_BLACKLISTED"] where wrong != swift {
      #expect(DecisionCode(policyWord: wrong) == nil)
    }
  }

  @Test("The first code in the documented order is the least")
  func order() { #expect(DecisionCode.allCases.shuffled().sorted() == DecisionCode.allCases) }
}
