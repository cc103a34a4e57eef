import UntrustedInput

/// One environment of a policy file: whom the app talks to, and how it knows them.
extension EnvironmentRequirement {
  static let keys = [
    "endpoint", "pins", "anchors", "systemAnchors", "pinning", "hosts", "tokenKeys", "loginKey",
  ]

  init(reading object: PolicyReader) throws(PolicyError) {
    for key in ["endpoint", "pins", "tokenKeys", "loginKey"] { _ = try object.required(key) }
    let endpoint = try object.value("endpoint", expected: "https://host or https://host:port in lower case") {
      EndpointText.isEndpoint($0) ? $0 : nil
    }
    let pins = try PinnedHostRequirement.pins(of: object)
    let anchors = try object.list("anchors", count: 0...32, expected: "a DER certificate in standard base64") {
      guard let der = StandardBase64.decode($0), der.first == 0x30, der.count <= 16384 else { return String?.none }
      return $0
    }
    let tokenKeys = try object.list("tokenKeys", count: 1...16, expected: "base64url of 32 bytes") {
      (try? Base64URL.decode($0))?.count == 32 ? $0 : nil
    }
    let loginKey = try object.value("loginKey", expected: "an RSA public key in DER (SPKI), base64url") { text in
      guard let der = try? Base64URL.decode(text), Self.isRSA(der) else { return String?.none }
      return text
    }
    guard let endpoint, let loginKey else { throw .missingKey(path: object.path, at: object.position) }
    self.init(endpoint: endpoint, pins: pins, anchors: anchors, tokenKeys: tokenKeys, loginKey: loginKey)
    systemAnchors = try object.flag("systemAnchors", or: false)
    if let rules = try object.object("pinning", keys: PinningRequirement.keys) {
      pinning = try PinningRequirement(reading: rules)
      if pinning.subdomains, EndpointText.name(of: endpoint) == nil {
        throw .contradiction(.subdomainsOfAddress, path: rules.path("subdomains"), at: rules.place("subdomains"))
      }
    }
    hosts = try Self.hosts(of: object, endpoint: endpoint)
  }

  private static func hosts(
    of object: PolicyReader, endpoint: String
  ) throws(PolicyError) -> [PinnedHostRequirement] {
    var names = Set([EndpointText.name(of: endpoint)].compactMap { $0 })
    var hosts: [PinnedHostRequirement] = []
    for entry in try object.objects("hosts", count: 0...32, keys: PinnedHostRequirement.keys) {
      let host = try PinnedHostRequirement(reading: entry)
      guard names.insert(host.host).inserted else {
        throw .contradiction(.listedTwice, path: entry.path("host"), at: entry.place("host"))
      }
      hosts.append(host)
    }
    return hosts
  }

  /// Words that an environment `prod` does not take. They are the environment's own: beside it, `dev` may have them.
  func checkForProd(_ object: PolicyReader) throws(PolicyError) {
    let rules = try object.object("pinning", keys: PinningRequirement.keys) ?? object
    if pinning.mode.isInsecure {
      throw .contradiction(.insecureInProd, path: rules.path("mode"), at: rules.place("mode"))
    }
    // With anchors of one's own alone, pins that ended leave one's own authority; else they leave everybody's.
    // O.Ntwk_4#520
    if pinning.afterExpiry == .anchorsAlone, anchors.isEmpty || systemAnchors {
      throw .contradiction(.unpinnedInProd, path: rules.path("afterExpiry"), at: rules.place("afterExpiry"))
    }
  }

  /// The algorithm identifier `rsaEncryption` with NULL stands where a key of 2048 bits or more has it; the cryptographic
  /// library reads the rest before use. Source: RFC 3279, section 2.3.1.
  private static func isRSA(_ der: [UInt8]) -> Bool {
    let algorithm: [UInt8] = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
    return der.starts(with: [0x30, 0x82]) && (290...2100).contains(der.count)
      && der.dropFirst(4).starts(with: algorithm)
  }

  /// What is later than the first form of the file is written only where it says something.
  var json: JSONNode {
    var members = [
      JSONMember("endpoint", .string(endpoint)), JSONMember("pins", .strings(pins)),
      JSONMember("anchors", .strings(anchors)),
    ]
    if systemAnchors { members.append(JSONMember("systemAnchors", JSONNode(.bool(true)))) }
    if pinning != PinningRequirement() { members.append(JSONMember("pinning", pinning.json)) }
    if !hosts.isEmpty { members.append(JSONMember("hosts", JSONNode(.array(hosts.map(\.json))))) }
    members += [JSONMember("tokenKeys", .strings(tokenKeys)), JSONMember("loginKey", .string(loginKey))]
    return JSONNode(.object(members))
  }
}
