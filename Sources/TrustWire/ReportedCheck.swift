import SecurityPolicy
import UntrustedInput

/// One check as a report tells it. Every line is the device's own claim.
public struct ReportedCheck: Sendable, Hashable {
  public var checkVersion: Int64
  /// The version of the catalogue of what was looked for; nil when the device does not say, as in version 1.
  public var catalogueVersion: Int64?
  /// When the check ran, seconds since 1970, by the device's clock.
  public var date: Int64
  public var system: OperatingSystem
  public var isRooted: SecurityReport.Answer
  public var isHooked: SecurityReport.Answer
  public var isDebugged: SecurityReport.Answer
  /// An answer for each category that some probe asks about: whether the threat shows.
  public var verdicts: [ThreatCategory: SecurityReport.Answer]
  /// What the probes saw: all of them in the newest check; in earlier ones what was detected or could not be looked at,
  /// and, while there is room, strong probes that could look in a part of their places only.
  public var signals: [Signal]

  public init(
    checkVersion: Int64, date: Int64, system: OperatingSystem, isRooted: SecurityReport.Answer,
    isHooked: SecurityReport.Answer, isDebugged: SecurityReport.Answer,
    verdicts: [ThreatCategory: SecurityReport.Answer] = [:], signals: [Signal], catalogueVersion: Int64? = nil
  ) {
    self.checkVersion = checkVersion
    self.catalogueVersion = catalogueVersion
    self.date = date
    self.system = system
    self.isRooted = isRooted
    self.isHooked = isHooked
    self.isDebugged = isDebugged
    self.verdicts = verdicts
    self.signals = signals
  }

  /// Probes that could not look: never the same as clean.
  public var notLooked: [String] { signals.filter { $0.observation == .unavailable }.map(\.probe) }

  /// Without the probes that saw nothing, but for strong ones that name places where they could not look.
  public var condensed: ReportedCheck {
    var check = self
    check.signals.removeAll { $0.observation == .clean && !$0.isPartial }
    return check
  }

  /// Without any probe that saw nothing.
  package var withoutClean: ReportedCheck {
    var check = self
    check.signals.removeAll { $0.observation == .clean }
    return check
  }

  /// The check as it stands in a report of version 2.
  public var node: JSONNode {
    let answers = ThreatCategory.allCases.compactMap { category in
      verdicts[category].map { JSONMember(category.rawValue, .string($0.rawValue)) }
    }
    let catalogue = catalogueVersion.map { [JSONMember("catalogueVersion", .integer($0))] } ?? []
    return JSONNode(
      .object(members + catalogue + [JSONMember("verdicts", JSONNode(.object(answers)))] + signalMembers))
  }

  /// What stands in both versions of a report, before and after what only the second one has.
  var members: [JSONMember] {
    [
      JSONMember("checkVersion", .integer(checkVersion)), JSONMember("date", .integer(date)),
      JSONMember("os", system.node), JSONMember("isRooted", .string(isRooted.rawValue)),
      JSONMember("isHooked", .string(isHooked.rawValue)), JSONMember("isDebugged", .string(isDebugged.rawValue)),
    ]
  }

  var signalMembers: [JSONMember] { [JSONMember("signals", JSONNode(.array(signals.map(\.node))))] }

  init(wire node: JSONNode, version: Int64) throws(WireError) {
    checkVersion = try node.number("checkVersion")
    date = try node.number("date")
    guard let os = node["os"] else { throw .missing(member: "os") }
    system = try OperatingSystem(wire: os)
    isRooted = try node.word("isRooted")
    isHooked = try node.word("isHooked")
    isDebugged = try node.word("isDebugged")
    guard let nodes = node["signals"]?.array, nodes.count <= 256 else { throw .missing(member: "signals") }
    var signals: [Signal] = []
    for node in nodes { signals.append(try Signal(wire: node)) }
    self.signals = signals
    verdicts = [:]
    catalogueVersion =
      version == 1
      ? nil : try node["catalogueVersion"].map { _ throws(WireError) in try node.number("catalogueVersion") }
    guard version > 1 else { return }
    guard let answers = node["verdicts"], let members = answers.members else { throw .missing(member: "verdicts") }
    // A category of a newer device is one that this side has no rule for.
    for member in members {
      guard let category = ThreatCategory(rawValue: member.name) else { continue }
      verdicts[category] = try answers.word(member.name) as SecurityReport.Answer
    }
  }
}

extension OperatingSystem {
  var node: JSONNode {
    var members = [
      JSONMember("platform", .string(platform.rawValue)), JSONMember("name", .string(name)),
      JSONMember("version", .string(version)),
    ]
    if let patchLevel { members.append(JSONMember("patchLevel", .string(patchLevel))) }
    if let sdkLevel { members.append(JSONMember("sdkLevel", .integer(Int64(sdkLevel)))) }
    return JSONNode(.object(members))
  }

  init(wire os: JSONNode) throws(WireError) {
    self.init(
      platform: try os.word("platform"), name: try os.text("name", most: 64), version: try os.text("version", most: 64),
      patchLevel: try os["patchLevel"].map { _ throws(WireError) in try os.text("patchLevel", most: 128) },
      sdkLevel: try os["sdkLevel"].map { _ throws(WireError) in
        guard let level = Int(exactly: try os.number("sdkLevel")), (0...10_000).contains(level) else {
          throw WireError.missing(member: "sdkLevel")
        }
        return level
      })
  }
}
