import SecurityPolicy
import UntrustedInput

/// What a device says about itself, signed by its key. Every line is a claim: the server decides what it believes.
public struct SecurityReport: WireMessage {
  /// One of the three questions, answered without a Bool: `undetermined` is never success.
  public enum Answer: String, Sendable, Hashable, CaseIterable { case no, yes, undetermined }

  public var checkVersion: Int64
  /// When the check ran, seconds since 1970, by the device's clock.
  public var date: Int64
  /// The challenge that this report answers.
  public var challenge: String
  public var system: OperatingSystem
  public var isRooted: Answer
  public var isHooked: Answer
  public var isDebugged: Answer
  public var signals: [Signal]
  /// The app's identifier and version, as it says.
  public var app: String
  public var appVersion: String
  public var environment: EnvironmentName
  public var profile: BuildProfile
  /// ``PolicySlice/digest`` of the slice in force on the device.
  public var policyDigest: String

  public init(
    checkVersion: Int64, date: Int64, challenge: String, system: OperatingSystem, isRooted: Answer,
    isHooked: Answer, isDebugged: Answer, signals: [Signal], app: String, appVersion: String,
    environment: EnvironmentName, profile: BuildProfile, policyDigest: String
  ) {
    self.checkVersion = checkVersion
    self.date = date
    self.challenge = challenge
    self.system = system
    self.isRooted = isRooted
    self.isHooked = isHooked
    self.isDebugged = isDebugged
    self.signals = signals
    self.app = app
    self.appVersion = appVersion
    self.environment = environment
    self.profile = profile
    self.policyDigest = policyDigest
  }

  public var members: [JSONMember] {
    [
      JSONMember("checkVersion", .integer(checkVersion)), JSONMember("date", .integer(date)),
      JSONMember("challenge", .string(challenge)),
      JSONMember(
        "os",
        JSONNode(
          .object(
            [
              JSONMember("platform", .string(system.platform.rawValue)),
              JSONMember("name", .string(system.name)), JSONMember("version", .string(system.version)),
            ] + (system.patchLevel.map { [JSONMember("patchLevel", .string($0))] } ?? [])))),
      JSONMember("isRooted", .string(isRooted.rawValue)), JSONMember("isHooked", .string(isHooked.rawValue)),
      JSONMember("isDebugged", .string(isDebugged.rawValue)),
      JSONMember("signals", JSONNode(.array(signals.map(\.node)))),
      JSONMember("app", .string(app)), JSONMember("appVersion", .string(appVersion)),
      JSONMember("environment", .string(environment.rawValue)),
      JSONMember("profile", .string(profile.rawValue)), JSONMember("policyDigest", .string(policyDigest)),
    ]
  }

  /// The report of one check; every value is the device's own claim.
  public init(members node: JSONNode) throws(WireError) {
    checkVersion = try node.number("checkVersion")
    date = try node.number("date")
    challenge = try node.text("challenge", most: 64)
    guard let os = node["os"] else { throw .missing(member: "os") }
    system = OperatingSystem(
      platform: try os.word("platform"), name: try os.text("name", most: 64), version: try os.text("version", most: 64),
      patchLevel: try os["patchLevel"].map { _ throws(WireError) in try os.text("patchLevel", most: 128) })
    isRooted = try node.word("isRooted")
    isHooked = try node.word("isHooked")
    isDebugged = try node.word("isDebugged")
    guard let nodes = node["signals"]?.array, nodes.count <= 256 else { throw .missing(member: "signals") }
    var signals: [Signal] = []
    for node in nodes { signals.append(try Signal(wire: node)) }
    self.signals = signals
    app = try node.text("app", most: 128)
    appVersion = try node.text("appVersion", most: 64)
    environment = try node.word("environment")
    profile = try node.word("profile")
    policyDigest = try node.text("policyDigest", most: 64)
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
