extension PlatformRule {
  public var weight: PlatformWeight { texts.weight }
  /// What is wrong, one sentence without full stop.
  public var message: String { texts.message }
  /// What to do instead, one sentence.
  public var fix: String { texts.fix }

  private var texts: (weight: PlatformWeight, message: String, fix: String) {
    switch self {
    case .wrongStructure:
      (.high, "this part stands where the platform does not read it, or refuses the file", "Write the file anew.")
    case .wrongType: (.high, "the value has the wrong type, so the platform ignores it", "Use the documented type.")
    case .unknownPart: (.low, "the platform passes over this part", "Remove it, or correct its name.")
    case .badDomain:
      (.high, "this is no host name in lower case without scheme, port, path and wildcard", "Name the host alone.")
    case .domainTwice: (.high, "this host stands twice, and the platform refuses the file", "Merge the two.")
    case .badPin:
      (.high, "a pin is not the base64 of a SHA-256 digest", "Take what `mantlet pin` prints for the server.")
    case .noPin: (.medium, "no key is pinned here", "Name the key in use and one in reserve.")
    case .noBackupPin:
      (.medium, "one key alone is pinned: when it is lost, every installed app is locked out", "Add one in reserve.")
    case .cleartextAllowed: (.high, "traffic without TLS is allowed", "Set cleartextTrafficPermitted to false.")
    case .cleartextNotForbidden:
      (
        .medium, "traffic without TLS is not forbidden here: apps for Android 8.1 and older allow it",
        "Set cleartextTrafficPermitted to false in base-config."
      )
    case .userAuthorities:
      (
        .high, "authorities that the user or somebody else installed are trusted",
        "Trust \"system\" or a bundled certificate; user authorities belong in debug-overrides."
      )
    case .pinsOverridden: (.high, "paths to these anchors need no pinned key", "Remove overridePins.")
    case .badExpiry: (.high, "the day of expiry is not YYYY-MM-DD, and Android refuses the file", "Correct the day.")
    case .pinsExpired: (.high, "the pins have expired: Android asks for none of them any more", "Write new pins.")
    case .pinsExpireSoon: (.low, "the pins end within 30 days", "Ship an update with new pins.")
    case .noAuthority: (.high, "no authority is trusted here, so every connection fails", "Name one.")
    case .transparencyOff:
      (
        .medium, "certificate transparency is switched off: certificates that stand in no public log are accepted",
        "Set enabled to true; only hosts whose authorities are all the app's own need no logs."
      )
    default: moreTexts
    }
  }

  private var moreTexts: (weight: PlatformWeight, message: String, fix: String) {
    switch self {
    case .arbitraryLoads: (.high, "App Transport Security is off", "Remove NSAllowsArbitraryLoads.")
    case .arbitraryPart:
      (.medium, "App Transport Security is off for web content, media or the local network", "Remove the key.")
    case .insecureHTTP: (.high, "traffic without TLS is allowed for a host", "Remove the exception.")
    case .oldTLS: (.high, "TLS 1.0 or 1.1 is allowed, or no version at all", "Ask for TLSv1.2 or TLSv1.3.")
    case .noForwardSecrecy: (.medium, "ciphers without forward secrecy are allowed", "Remove the exception.")
    case .bothPinLists:
      (.medium, "a leaf and an authority are both pinned: both must match", "Pin one kind, unless both are meant.")
    case .addressNotPinned:
      (.medium, "App Transport Security pins names and no addresses", "Use a name, or the app's own transport alone.")
    case .tooLarge: (.high, "the file is larger than 128 KiB, and devices do not take it", "Name fewer paths.")
    case .byteOrderMark: (.high, "a byte order mark stands before the JSON", "Write the file without it.")
    case .badAppID: (.high, "this is no app's identifier TEAM.bundle.id", "Use the prefix of ten characters.")
    case .badPath: (.high, "a path does not start with / or *", "Start it with /.")
    case .olderForm: (.low, "this is the form for iOS 12 and older", "Use appIDs and components.")
    case .badPackage: (.high, "this is no package name", "Use the application id of the app.")
    case .badFingerprint:
      (
        .high, "a fingerprint is not SHA-256 in 32 pairs of capital hexadecimal digits with colons",
        "Take the line SHA256 of `keytool -list -v` or of Play App Signing."
      )
    case .noRelation:
      (.high, "no relation lets the app open links", "Use delegate_permission/common.handle_all_urls.")
    case .noApp: (.medium, "the file names no app", "Write the file anew.")
    case .hostMissing: (.high, "the policy pins this host and the file does not", "Write the file anew.")
    case .hostNotInPolicy: (.medium, "the policy does not know this host", "Add it to the policy, or remove it here.")
    case .pinsDiffer: (.high, "the pins are not those of the policy", "Write the file anew.")
    case .reachDiffers: (.medium, "the names below the host are not treated as in the policy", "Write the file anew.")
    case .deeperNamesUnpinned:
      (
        .low, "App Transport Security pins only names with one label more than the host",
        "Name deeper hosts themselves; the app's own transport pins them all."
      )
    case .leafKeysAssumed:
      (
        .low,
        "the pins stand here as keys of the server's own certificate, which nobody has said: if all of them are an "
          + "authority's keys, every connection fails",
        "Say so with --pinning leaf; where they are an authority's, write the file with --pinning authority."
      )
    case .wrongPinList:
      (
        .high, "the pins stand as keys of the other certificates than --pinning says, so every connection fails",
        "Write the file anew with the same --pinning."
      )
    case .expiryDiffers: (.high, "pinning ends on another day than in the policy", "Write the file anew.")
    case .anchorsDiffer: (.high, "other authorities are trusted than in the policy", "Write the file anew.")
    case .anchorsNotRead:
      (
        .medium, "the certificates in res/raw were not there to be compared with the policy",
        "Check the file where it lies, with res/raw beside it."
      )
    case .weakerTLS: (.medium, "an older TLS version is allowed than in the policy", "Write the file anew.")
    case .appMissing: (.high, "the file does not name an app of the policy, or a signer of it", "Write the file anew.")
    case .appNotInPolicy:
      (.high, "the file names an app, or a signer, that the policy does not know", "Remove it, or correct the policy.")
    default: limits
    }
  }

  private var limits: (weight: PlatformWeight, message: String, fix: String) {
    switch self {
    case .reportOnlyNotWritten:
      (.low, "the policy only watches its pins; the platform can only enforce, so none are written", "Enforce them.")
    case .certificatePinsNotWritten:
      (.medium, "the policy pins whole certificates, which the platform cannot", "Pin their keys.")
    case .anchorsNotWritten:
      (
        .low, "App Transport Security takes no anchors of an app: the system's are asked beside the pins",
        "Requests to a private authority go through the app's own transport."
      )
    default:
      (
        .low, "Android's file has no word for the TLS version, and addresses take no exception on Apple's platforms",
        "The app's own transport asks for it."
      )
    }
  }
}
