import UntrustedInput

/// The object `pinning` of an environment. Keys with their default value are not written, so that a policy from before
/// these rules keeps its bytes and its digest.
extension PinningRequirement {
  static let keys = ["mode", "expires", "afterExpiry", "subdomains", "certificates", "updateKey"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    mode = try object.word("mode", or: mode)
    expires = try object.value("expires", expected: "a day as YYYY-MM-DD") { PolicyDay($0) }
    afterExpiry = try object.word("afterExpiry", or: afterExpiry)
    subdomains = try object.flag("subdomains", or: subdomains)
    certificates = try object.list("certificates", count: 0...16, expected: PinnedHostRequirement.pinForm) {
      PinnedHostRequirement.isPin($0) ? $0 : nil
    }
    updateKey = try object.value("updateKey", expected: "base64url of 32 bytes") {
      (try? Base64URL.decode($0))?.count == 32 ? $0 : nil
    }
    if afterExpiry != .refuse, expires == nil {
      throw .contradiction(.expiryWithoutDay, path: object.path("afterExpiry"), at: object.place("afterExpiry"))
    }
  }

  var json: JSONNode {
    let standard = PinningRequirement()
    var members: [JSONMember] = []
    if mode != standard.mode { members.append(JSONMember("mode", .string(mode.rawValue))) }
    if let expires { members.append(JSONMember("expires", .string(expires.description))) }
    if afterExpiry != standard.afterExpiry { members.append(JSONMember("afterExpiry", .string(afterExpiry.rawValue))) }
    if subdomains { members.append(JSONMember("subdomains", JSONNode(.bool(true)))) }
    if !certificates.isEmpty { members.append(JSONMember("certificates", .strings(certificates))) }
    if let updateKey { members.append(JSONMember("updateKey", .string(updateKey))) }
    return JSONNode(.object(members))
  }
}
