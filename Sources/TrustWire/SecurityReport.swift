import SecurityPolicy
import UntrustedInput

/// What a device says about itself, signed by its key: all checks since the last report that the server accepted, the
/// latest first. Every line is a claim: the server decides what it believes.
///
/// Written in version 2. Version 1 (one check, no word about attestation) is still read, and written again as it was.
/// Beyond ``checkLimit`` checks or ``byteLimit`` bytes a report is refused: make it ``fitting`` before it is signed.
public struct SecurityReport: Sendable, Hashable {
  /// One of the three questions, answered without a Bool: `undetermined` is never success.
  public enum Answer: String, Sendable, Hashable, CaseIterable { case no, yes, undetermined }

  /// The version that this code writes.
  public static let newestVersion: Int64 = 2
  /// Checks in one report, the latest included.
  public static let checkLimit = 32
  /// Bytes of a report of version 2; one of version 1 has the limit of all messages.
  public static let byteLimit = 64 << 10

  /// The version that the report was read in, or is written in.
  public let version: Int64
  /// The challenge that this report answers.
  public var challenge: String
  public var latest: ReportedCheck
  /// The checks before, back to the last accepted report, the newest first.
  public var earlier: [ReportedCheck]
  /// Checks that were left out, because there were too many or too long ones: the oldest.
  public var omitted: Int64
  /// What probe overlays did to the checks of this report; nil when there was none.
  public var overlay: ReportedOverlay?
  /// What it says about hardware evidence beside it; nil, as in version 1, when it says nothing.
  public var attestation: AttestationClaim?
  /// The app's identifier and version, as it says.
  public var app: String
  public var appVersion: String
  public var environment: EnvironmentName
  public var profile: BuildProfile
  /// ``PolicySlice/digest`` of the slice in force on the device.
  public var policyDigest: String

  /// A report of version 2.
  public init(
    latest: ReportedCheck, earlier: [ReportedCheck] = [], omitted: Int64 = 0, overlay: ReportedOverlay? = nil,
    attestation: AttestationClaim?, challenge: String, app: String, appVersion: String, environment: EnvironmentName,
    profile: BuildProfile, policyDigest: String
  ) {
    version = Self.newestVersion
    self.challenge = challenge
    self.latest = latest
    self.earlier = earlier
    self.omitted = omitted
    self.overlay = overlay
    self.attestation = attestation
    self.app = app
    self.appVersion = appVersion
    self.environment = environment
    self.profile = profile
    self.policyDigest = policyDigest
  }

  /// A report of one check by a device whose hardware cannot attest.
  public init(
    checkVersion: Int64, date: Int64, challenge: String, system: OperatingSystem, isRooted: Answer,
    isHooked: Answer, isDebugged: Answer, signals: [Signal], app: String, appVersion: String,
    environment: EnvironmentName, profile: BuildProfile, policyDigest: String
  ) {
    self.init(
      latest: ReportedCheck(
        checkVersion: checkVersion, date: date, system: system, isRooted: isRooted, isHooked: isHooked,
        isDebugged: isDebugged, signals: signals), attestation: .unsupported, challenge: challenge, app: app,
      appVersion: appVersion, environment: environment, profile: profile, policyDigest: policyDigest)
  }

  /// All checks, the latest first.
  public var checks: [ReportedCheck] { [latest] + earlier }

  /// The exact bytes to sign and send: one line of JSON that begins with the version.
  public var bytes: [UInt8] {
    let version = JSONMember("version", .integer(version))
    return JSONWriter().bytes(JSONNode(.object([version] + (self.version == 1 ? firstMembers : members))))
  }

  private var origin: [JSONMember] {
    [
      JSONMember("app", .string(app)), JSONMember("appVersion", .string(appVersion)),
      JSONMember("environment", .string(environment.rawValue)),
      JSONMember("profile", .string(profile.rawValue)), JSONMember("policyDigest", .string(policyDigest)),
    ]
  }

  private var firstMembers: [JSONMember] {
    [JSONMember("challenge", .string(challenge))] + latest.members + latest.signalMembers + origin
  }

  private var members: [JSONMember] {
    var members = [JSONMember("challenge", .string(challenge)), JSONMember("omitted", .integer(omitted))] + origin
    if let attestation { members.append(JSONMember("attestation", .string(attestation.rawValue))) }
    if let overlay { members.append(JSONMember("overlay", overlay.node)) }
    members.append(JSONMember("checks", JSONNode(.array(checks.map(\.node)))))
    return members
  }

  /// - Throws: ``WireError`` `unreadable`, `missing`, `unknownVersion`.
  public init(reading bytes: some Collection<UInt8>) throws(WireError) {
    let node: JSONNode
    do {
      node = try JSONReader(maximumBytes: wireByteLimit, maximumDepth: 12).read(bytes)
    } catch {
      throw .unreadable(error)
    }
    guard let version = node["version"]?.integer else { throw .missing(member: "version") }
    guard (1...Self.newestVersion).contains(version) else { throw .unknownVersion }
    guard version == 1 || bytes.count <= Self.byteLimit else { throw .unreadable(.tooLarge(limit: Self.byteLimit)) }
    self.version = version
    challenge = try node.text("challenge", most: 64)
    app = try node.text("app", most: 128)
    appVersion = try node.text("appVersion", most: 64)
    environment = try node.word("environment")
    profile = try node.word("profile")
    policyDigest = try node.text("policyDigest", most: 64)
    guard version > 1 else {
      latest = try ReportedCheck(wire: node, version: version)
      (earlier, omitted, overlay, attestation) = ([], 0, nil, nil)
      return
    }
    omitted = try node.number("omitted")
    attestation = try node["attestation"].map { _ throws(WireError) in try node.word("attestation") }
    overlay = try node["overlay"].map { node throws(WireError) in try ReportedOverlay(wire: node) }
    guard let nodes = node["checks"]?.array, let first = nodes.first, nodes.count <= Self.checkLimit, omitted >= 0
    else { throw .missing(member: "checks") }
    latest = try ReportedCheck(wire: first, version: version)
    var earlier: [ReportedCheck] = []
    for node in nodes.dropFirst() { earlier.append(try ReportedCheck(wire: node, version: version)) }
    self.earlier = earlier
  }
}

extension JSONNode {
  /// One of a closed set of words.
  func word<Word: RawRepresentable<String>>(_ name: String) throws(WireError) -> Word {
    guard let word = Word(rawValue: try text(name)) else { throw .missing(member: name) }
    return word
  }
}

extension Signal {
  /// The signal as it travels and as `mantlet check --json` prints it.
  public var node: JSONNode {
    [
      "probe": .string(probe), "category": .string(category.rawValue), "strength": .string(strength.rawValue),
      "family": .string(family.rawValue), "observation": .string(observation.rawValue),
      "evidence": .strings(evidence),
    ]
  }

  init(wire node: JSONNode) throws(WireError) {
    self.init(
      probe: try node.text("probe", most: 64), category: try node.word("category"), strength: try node.word("strength"),
      family: try node.word("family"), observation: try node.word("observation"),
      evidence: try node.texts("evidence", most: 8, bytes: 2048))
  }
}
