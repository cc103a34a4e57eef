import SecurityPolicy
import UntrustedInput

/// Attested facts as they are kept and printed.
extension AttestedDevice {
  public var node: JSONNode {
    var members = [
      JSONMember("kind", .string(kind.rawValue)), JSONMember("platform", .string(platform.rawValue)),
      JSONMember("verifiedAt", .integer(verifiedAt)),
    ]
    func add(_ name: String, _ text: String?) {
      if let text { members.append(JSONMember(name, .string(text))) }
    }
    func add(_ name: String, _ flag: Bool?) {
      if let flag { members.append(JSONMember(name, JSONNode(.bool(flag)))) }
    }
    add("osVersion", osVersion)
    add("patchLevel", patchLevel)
    add("vendorPatchLevel", vendorPatchLevel)
    add("bootPatchLevel", bootPatchLevel)
    add("bootState", bootState?.rawValue)
    add("isLocked", isLocked)
    add("keyStorage", keyStorage?.rawValue)
    members.append(JSONMember("apps", .strings(apps)))
    add("teamID", teamID)
    members.append(JSONMember("signingDigests", .strings(signingDigests)))
    add("isProduction", isProduction)
    add("category", category?.rawValue)
    add("isResigned", isResigned)
    add("isAppRecognised", isAppRecognised)
    add("isDeviceSound", isDeviceSound)
    return JSONNode(.object(members))
  }

  /// - Throws: ``WireError/missing(member:)``.
  public init(node: JSONNode) throws(WireError) {
    func text(_ name: String) throws(WireError) -> String? {
      try node[name].map { _ throws(WireError) in try node.text(name, most: 128) }
    }
    func flag(_ name: String) throws(WireError) -> Bool? {
      try node[name].map { _ throws(WireError) in try node.flag(name) }
    }
    self.init(
      kind: try node.word("kind"), platform: try node.word("platform"), verifiedAt: try node.number("verifiedAt"))
    osVersion = try text("osVersion")
    patchLevel = try text("patchLevel")
    vendorPatchLevel = try text("vendorPatchLevel")
    bootPatchLevel = try text("bootPatchLevel")
    bootState = try node["bootState"].map { _ throws(WireError) in try node.word("bootState") }
    isLocked = try flag("isLocked")
    keyStorage = try node["keyStorage"].map { _ throws(WireError) in try node.word("keyStorage") }
    apps = try node.texts("apps", most: 64, bytes: 256)
    teamID = try text("teamID")
    signingDigests = try node.texts("signingDigests", most: 16, bytes: 64)
    isProduction = try flag("isProduction")
    category = try node["category"].map { _ throws(WireError) in try node.word("category") }
    isResigned = try flag("isResigned")
    isAppRecognised = try flag("isAppRecognised")
    isDeviceSound = try flag("isDeviceSound")
  }
}
