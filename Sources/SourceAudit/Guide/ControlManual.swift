import SecurityPolicy

/// A control that no rule looks for the absence of: it is only reported where it is.
///
/// - Protects against: two names for one control. Reports and `mantlet audit explain` take id, words and requirements
///   from here.
/// - Does not protect against: a control that is there and weak; a sighting says that the code is there.
public struct ControlManual: Sendable, Hashable {
  /// As reports name it.
  public let id: String
  /// What a report says of it.
  public let title: String
  /// When it is credited, and what that does not say.
  public let limits: String
  /// Of the BSI's guideline and of OWASP's catalogues.
  public let requirements: [Requirement]

  private init(_ id: String, _ title: String, limits: String, ids: [String]) {
    self.id = id
    self.title = title
    self.limits = limits
    requirements = ids.map { Requirement($0) }
  }

  /// The page of a control, for a terminal.
  public var text: String {
    let lines = [
      "\(id): \(title)", "", "A control, no rule: it is reported where it is, and nothing is said where it is not.",
      "", "Credited", "  " + limits, "", "Ids", "  " + requirements.map(\.id).joined(separator: ", "),
    ]
    return lines.map { AuditText.escaped($0) }.joined(separator: "\n") + "\n"
  }

  /// Every one, by its id.
  public static let all: [ControlManual] = [
    appAttestation, appIntegrity, captureDetection, certificatePinning, debuggerDetection, deviceLock, devicePasscode,
    emulatorDetection, encryptedFile, jailbreakDetection, loadedLibraryDetection, obscuredTouchesRefused,
    platformVersion, rootDetection, secureEnclaveKey, switcherCover,
  ]
}

// MARK: both platforms, or either

extension ControlManual {
  static let debuggerDetection = ControlManual(
    "debugger-detection", "a debugger is looked for",
    limits: "Where code that runs asks for one; on Android somebody has to decide by the answer. A debugger can hide.",
    ids: ["O.Resi_3", "MASVS-RESILIENCE-4", "MASWE-0101"])
  static let certificatePinning = ControlManual(
    "certificate-pinning", "server keys are pinned",
    limits: "Where a client of OkHttp is given a CertificatePinner with pins, or somebody asks one. Whether the pins "
      + "are the server's is not looked at. Pins of an iOS app, and of a network security config, are judged by rules: "
      + "pinning-without-validation, missing-pinning, network-config-pins.",
    ids: ["O.Ntwk_4", "MASVS-NETWORK-2", "MASWE-0047", "MASTG-TEST-0242"])
}

// MARK: Apple

extension ControlManual {
  static let devicePasscode = ControlManual(
    "device-passcode", "a passcode of the device is asked for",
    limits: "Where somebody decides by what canEvaluatePolicy says of deviceOwnerAuthentication, or an item of the "
      + "keychain needs a passcode. How good the passcode is nobody can ask.",
    ids: ["MASVS-RESILIENCE-1", "MASWE-0008", "MASTG-TEST-0246", "MASTG-TEST-0248"])
  static let jailbreakDetection = ControlManual(
    "jailbreak-detection", "signs of a jailbreak are looked for",
    limits: "Where code that runs looks for the files or addresses of one and somebody decides by what it sees. "
      + "Whether the look is a good one is not said.",
    ids: ["MASVS-RESILIENCE-1", "MASWE-0097", "MASTG-TEST-0240", "MASTG-TEST-0241"])
  static let loadedLibraryDetection = ControlManual(
    "loaded-library-detection", "libraries that were loaded into the app are looked at",
    limits: "Where code that runs lists them. What it does with the list is not looked at.",
    ids: ["O.Resi_7", "MASVS-RESILIENCE-4", "MASWE-0102"])
  static let appAttestation = ControlManual(
    "app-attestation", "the app is attested by the platform",
    limits: "Where code that runs names DCAppAttestService. Whether a server verifies what it says is not seen here.",
    ids: ["O.Resi_7", "MASVS-RESILIENCE-2", "MASWE-0105"])
  static let captureDetection = ControlManual(
    "capture-detection", "a capture of the screen is noticed",
    limits: "Where code that runs listens for one. It notices a screenshot when it was made.",
    ids: ["O.Data_13", "MASVS-PLATFORM-3", "MASWE-0055"])
  static let switcherCover = ControlManual(
    "switcher-cover", "a window lies over the content in the app switcher",
    limits: "Where code that runs makes a SceneWatch. What the cover shows is not looked at.",
    ids: ["O.Data_13", "O.Plat_9", "MASVS-PLATFORM-3", "MASWE-0055"])
  static let secureEnclaveKey = ControlManual(
    "secure-enclave-key", "a key is made in the Secure Enclave",
    limits: "Where code that runs names it. What the key is used for is not looked at.",
    ids: ["O.Cryp_6", "MASVS-CRYPTO-2", "MASWE-0015"])
}

// MARK: Android

extension ControlManual {
  static let deviceLock = ControlManual(
    "device-lock", "a lock of the device is asked for",
    limits: "Where code that runs asks for it and somebody decides by the answer. How good the lock is is not asked.",
    ids: ["O.Plat_1", "MASVS-RESILIENCE-1", "MASWE-0008", "MASTG-TEST-0247", "MASTG-TEST-0249"])
  static let appIntegrity = ControlManual(
    "app-integrity", "the app's integrity is asked for",
    limits: "Where the code names Play Integrity. Whether a server verifies the token is not seen here.",
    ids: ["O.Resi_7", "MASVS-RESILIENCE-2", "MASWE-0106"])
  static let encryptedFile = ControlManual(
    "encrypted-file", "a file is encrypted",
    limits: "Where the code names a library that encrypts files. Which files it encrypts is not looked at.",
    ids: ["O.Data_2", "MASVS-STORAGE-1", "MASWE-0006"])
  static let obscuredTouchesRefused = ControlManual(
    "obscured-touches-refused", "touches under other windows are refused",
    limits: "Where the code names the switch. Which views it covers is not looked at.",
    ids: ["O.Plat_6", "MASVS-PLATFORM-3", "MASWE-0053"])
  static let platformVersion = ControlManual(
    "platform-version", "the version of the platform is asked for",
    limits: "Where the version is compared. What happens on an old one is not looked at.",
    ids: ["O.Resi_2", "MASVS-CODE-1", "MASWE-0077", "MASTG-TEST-0245"])
  static let rootDetection = ControlManual(
    "root-detection", "signs of a rooted device are looked for",
    limits: "Where code that runs looks for them and somebody decides by what it sees. Whether the look is a good one "
      + "is not said.",
    ids: ["O.Resi_5", "MASVS-RESILIENCE-1", "MASWE-0097"])
  static let emulatorDetection = ControlManual(
    "emulator-detection", "signs of an emulator are looked for",
    limits: "Where code that runs looks for them and somebody decides by what it sees. Whether the look is a good one "
      + "is not said.",
    ids: ["O.Resi_3", "MASVS-RESILIENCE-1", "MASWE-0099"])
}
