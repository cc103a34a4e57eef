import UntrustedInput

/// One entry of an environment's `hosts`.
extension PinnedHostRequirement {
  static let keys = ["host", "pins", "subdomains"]
  static let pinForm = "32 bytes in standard base64"

  static func isPin(_ text: String) -> Bool { StandardBase64.decode(text)?.count == 32 }

  init(reading object: PolicyReader) throws(PolicyError) {
    let name = try object.value("host", expected: "a host name in lower case") { EndpointText.isName($0) ? $0 : nil }
    guard let name else { throw .missingKey(path: object.path("host"), at: object.position) }
    self.init(
      host: name, pins: try Self.pins(of: object), subdomains: try object.flag("subdomains", or: false))
  }

  /// A set with one pin locks every installed app out when its key is lost. Source: RFC 7469, section 2.5. O.Ntwk_4#1
  static func pins(of object: PolicyReader) throws(PolicyError) -> [String] {
    let elements = try object.required("pins").array ?? []
    if !elements.isEmpty, elements.allSatisfy({ $0.string.map(isPin) == true }),
      Set(elements.compactMap(\.string)).count < 2
    {
      throw .contradiction(.noBackupPin, path: object.path("pins"), at: object.place("pins"))
    }
    return try object.list("pins", count: 2...16, expected: pinForm) { isPin($0) ? $0 : nil }
  }

  var json: JSONNode {
    var members = [JSONMember("host", .string(host)), JSONMember("pins", .strings(pins))]
    if subdomains { members.append(JSONMember("subdomains", JSONNode(.bool(true)))) }
    return JSONNode(.object(members))
  }
}
