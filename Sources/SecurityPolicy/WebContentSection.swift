import UntrustedInput

/// The section `webContent` of a policy file. Keys with their default value are not written, and neither is a section
/// without any, so that a policy from before it keeps its bytes and its digest.
extension WebContentRequirement {
  static let keys = ["origins", "javaScript", "bridge", "foreignLinks", "outsideSchemes", "inlineMedia"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    origins = try object.list(
      "origins", count: 0...Self.mostOrigins, expected: "https://host or https://*.host, with a port if it is not 443"
    ) { WebOriginText.isOrigin($0) ? $0 : nil }
    javaScript = try object.flag("javaScript", or: javaScript)
    bridge = try object.flag("bridge", or: bridge)
    foreignLinks = try object.word("foreignLinks", or: foreignLinks)
    let known = OutsideScheme.allCases.map(\.rawValue).joined(separator: ", ")
    outsideSchemes = try object.list(
      "outsideSchemes", count: 0...OutsideScheme.allCases.count, expected: "one of \(known)"
    ) { OutsideScheme(rawValue: $0) }
    inlineMedia = try object.flag("inlineMedia", or: inlineMedia)
    guard javaScript || !bridge else {
      throw .contradiction(.bridgeWithoutScripts, path: object.path("bridge"), at: object.place("bridge"))
    }
  }

  /// The member `webContent`; none when every value is the default.
  var members: [JSONMember] {
    let standard = WebContentRequirement()
    var members: [JSONMember] = []
    if origins != standard.origins { members.append(JSONMember("origins", .strings(origins))) }
    if javaScript { members.append(JSONMember("javaScript", JSONNode(.bool(true)))) }
    if bridge { members.append(JSONMember("bridge", JSONNode(.bool(true)))) }
    if foreignLinks != standard.foreignLinks {
      members.append(JSONMember("foreignLinks", .string(foreignLinks.rawValue)))
    }
    if outsideSchemes != standard.outsideSchemes {
      members.append(JSONMember("outsideSchemes", .strings(outsideSchemes.map(\.rawValue))))
    }
    if inlineMedia { members.append(JSONMember("inlineMedia", JSONNode(.bool(true)))) }
    return members.isEmpty ? [] : [JSONMember("webContent", JSONNode(.object(members)))]
  }
}
