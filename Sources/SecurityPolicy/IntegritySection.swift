import UntrustedInput

/// The section `integrity` of a policy file.
extension IntegrityRequirement {
  static let keys = ["checkInterval", "reactions", "overlayKey"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    if let rules = try object.object("reactions", keys: ReactionRules.keys) {
      reactions = try ReactionRules(reading: rules)
    }
    overlayKey = try object.value("overlayKey", expected: "base64url of 32 bytes") {
      (try? Base64URL.decode($0))?.count == 32 ? $0 : nil
    }
    guard let interval = try object.object("checkInterval", keys: ["minimum", "maximum"]) else { return }
    let range = Duration.seconds(1) ... .seconds(30 * 86400)
    minimumInterval = try interval.duration("minimum", in: range, or: minimumInterval)
    maximumInterval = try interval.duration("maximum", in: range, or: maximumInterval)
    guard minimumInterval <= maximumInterval else {
      throw .contradiction(.minimumAboveMaximum, path: interval.path, at: interval.place("minimum", "maximum"))
    }
  }

  var json: JSONNode {
    let interval: JSONNode = [
      "minimum": .string(DurationText.format(minimumInterval)),
      "maximum": .string(DurationText.format(maximumInterval)),
    ]
    var members = [JSONMember("checkInterval", interval), JSONMember("reactions", reactions.json)]
    if let overlayKey { members.append(JSONMember("overlayKey", .string(overlayKey))) }
    return JSONNode(.object(members))
  }
}
