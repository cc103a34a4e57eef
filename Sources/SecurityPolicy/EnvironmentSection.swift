import UntrustedInput

/// One environment of a policy file: whom the app talks to, and how it knows them.
extension EnvironmentRequirement {
  static let keys = ["endpoint", "pins", "anchors", "tokenKeys", "loginKey"]

  init(reading object: PolicyReader) throws(PolicyError) {
    for key in ["endpoint", "pins", "tokenKeys", "loginKey"] { _ = try object.required(key) }
    let endpoint = try object.value("endpoint", expected: "https://host or https://host:port in lower case") {
      EndpointText.isEndpoint($0) ? $0 : nil
    }
    let pins = try Self.pins(of: object)
    let anchors = try object.list("anchors", count: 0...32, expected: "a DER certificate in standard base64") {
      guard let der = StandardBase64.decode($0), der.first == 0x30, der.count <= 16384 else { return String?.none }
      return $0
    }
    let tokenKeys = try object.list("tokenKeys", count: 1...16, expected: "base64url of 32 bytes") {
      (try? Base64URL.decode($0))?.count == 32 ? $0 : nil
    }
    let loginKey = try object.value("loginKey", expected: "base64url of 65 bytes, the first of them 4") { text in
      guard let point = try? Base64URL.decode(text), point.count == 65, point.first == 4 else { return String?.none }
      return text
    }
    guard let endpoint, let loginKey else { throw .missingKey(path: object.path, at: object.position) }
    self.init(endpoint: endpoint, pins: pins, anchors: anchors, tokenKeys: tokenKeys, loginKey: loginKey)
  }

  /// A set with one pin locks every installed app out when its key is lost. Source: RFC 7469, section 2.5. O.Ntwk_4#1
  private static func pins(of object: PolicyReader) throws(PolicyError) -> [String] {
    let isPin: (String) -> String? = { StandardBase64.decode($0)?.count == 32 ? $0 : nil }
    let elements = try object.required("pins").array ?? []
    if !elements.isEmpty, elements.allSatisfy({ $0.string.flatMap(isPin) != nil }),
      Set(elements.compactMap(\.string)).count < 2
    {
      throw .contradiction(.noBackupPin, path: object.path("pins"), at: object.place("pins"))
    }
    return try object.list("pins", count: 2...16, expected: "32 bytes in standard base64", isPin)
  }

  var json: JSONNode {
    [
      "endpoint": .string(endpoint), "pins": .strings(pins), "anchors": .strings(anchors),
      "tokenKeys": .strings(tokenKeys), "loginKey": .string(loginKey),
    ]
  }
}
