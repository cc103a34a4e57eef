import TrustWire
import UntrustedInput

// How the parts of a stored session are written and read. Every number has bounds: a damaged store is told apart from
// an empty one, and no sum with a kept time can overflow.

extension JSONNode {
  /// Seconds since 1970, up to the year 9999; nil when it is not there.
  func time(_ name: String) throws(SessionError) -> Int64? { try number(name, in: 0...253_402_300_799) }

  func number(_ name: String, in range: ClosedRange<Int64>) throws(SessionError) -> Int64? {
    guard let node = self[name] else { return nil }
    guard let number = node.integer, range.contains(number) else { throw .damaged }
    return number
  }

  func words(_ name: String) throws(SessionError) -> String {
    guard let text = self[name]?.string, !text.isEmpty, text.utf8.count <= 16 << 10 else { throw .damaged }
    return text
  }
}

extension TokenPair {
  var node: JSONNode {
    var members = [
      JSONMember("access", .string(access.exposedText())), JSONMember("refresh", .string(refresh.exposedText())),
      JSONMember("isBound", JSONNode(.bool(isBound))), JSONMember("expiresAt", .integer(expiresAt)),
      JSONMember("tier", .string(tier.rawValue)),
    ]
    if let lifetime { members.append(JSONMember("lifetime", .integer(lifetime))) }
    if let refreshEndsAt { members.append(JSONMember("refreshEndsAt", .integer(refreshEndsAt))) }
    return JSONNode(.object(members))
  }

  init(stored node: JSONNode) throws(SessionError) {
    guard let expiresAt = try node.time("expiresAt"), let tier = node["tier"]?.string.flatMap(TrustTier.init)
    else { throw .damaged }
    var isBound = true
    if let stored = node["isBound"] {
      guard let flag = stored.bool else { throw .damaged }
      isBound = flag
    }
    self.init(
      access: HeldToken(try node.words("access")), refresh: HeldToken(try node.words("refresh")), isBound: isBound,
      expiresAt: expiresAt, lifetime: try node.number("lifetime", in: 1...31_536_000),
      refreshEndsAt: try node.time("refreshEndsAt"), tier: tier)
  }
}

extension ClockReading {
  var node: JSONNode {
    let (seconds, attoseconds) = uptime.components
    var members = [
      JSONMember("uptime", .integer(seconds * 1000 + attoseconds / 1_000_000_000_000_000)),
      JSONMember("wall", .integer(wall)),
    ]
    if let boot { members.append(JSONMember("boot", .string(boot))) }
    return JSONNode(.object(members))
  }

  init(stored node: JSONNode) throws(SessionError) {
    // 292 years of milliseconds would overflow; a device that runs for a hundred is damage.
    guard let uptime = try node.number("uptime", in: 0...3_153_600_000_000), let wall = try node.time("wall")
    else { throw .damaged }
    let boot = node["boot"] == nil ? nil : try node.words("boot")
    self.init(uptime: .milliseconds(uptime), boot: boot, wall: wall)
  }
}

extension SessionMemory {
  var node: JSONNode {
    var members = [
      JSONMember("state", .string(state.text)), JSONMember("failures", .integer(Int64(failures))),
      JSONMember("standing", .string(standing.rawValue)),
    ]
    if appFailures > 0 { members.append(JSONMember("appFailures", .integer(Int64(appFailures)))) }
    if let lastUse { members.append(JSONMember("lastUse", lastUse.node)) }
    if let backgroundSince { members.append(JSONMember("backgroundSince", backgroundSince.node)) }
    if let loggedInAt { members.append(JSONMember("loggedInAt", loggedInAt.node)) }
    if let serverTime {
      members.append(JSONMember("serverSeconds", .integer(serverTime.seconds)))
      members.append(JSONMember("serverAt", serverTime.at.node))
    }
    if let refreshEndsAt { members.append(JSONMember("refreshEndsAt", .integer(refreshEndsAt))) }
    if let sessionEndsAt { members.append(JSONMember("sessionEndsAt", .integer(sessionEndsAt))) }
    return JSONNode(.object(members))
  }

  init(stored node: JSONNode) throws(SessionError) {
    guard let state = SessionState(text: try node.words("state")),
      let standing = SessionDecision(rawValue: try node.words("standing")),
      let failures = try node.number("failures", in: 0...1000)
    else { throw .damaged }
    self.init()
    self.state = state
    self.standing = standing
    self.failures = Int(failures)
    // Older versions counted both together.
    appFailures = Int(try node.number("appFailures", in: 0...1000) ?? 0)
    lastUse = try node["lastUse"].map(ClockReading.init(stored:))
    backgroundSince = try node["backgroundSince"].map(ClockReading.init(stored:))
    loggedInAt = try node["loggedInAt"].map(ClockReading.init(stored:))
    refreshEndsAt = try node.time("refreshEndsAt")
    sessionEndsAt = try node.time("sessionEndsAt")
    if let seconds = try node.time("serverSeconds"), let at = node["serverAt"] {
      serverTime = ServerTime(seconds: seconds, at: try ClockReading(stored: at))
    }
    // Without the time of login a session would have no end.
    guard !state.hasPerson || loggedInAt != nil else { throw .damaged }
  }

  init(version1 node: JSONNode, hasApp: Bool, hasUser: Bool) throws(SessionError) {
    guard let failures = try node.number("failures", in: 0...1000) else { throw .damaged }
    self.init()
    self.failures = Int(failures)
    guard hasUser else {
      state = hasApp ? .appTrusted : .signedOut
      return
    }
    guard let login = try node.time("loggedInAt") else { throw .damaged }
    loggedInAt = ClockReading(uptime: .zero, boot: nil, wall: login)
    state = .idleLocked(.undetermined)
  }
}
