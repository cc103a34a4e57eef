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
    let loginKey = try object.value("loginKey", expected: "an RSA public key in DER (SPKI), base64url") { text in
      guard let der = try? Base64URL.decode(text), Self.isRSA(der) else { return String?.none }
      return text
    }
    guard let endpoint, let loginKey else { throw .missingKey(path: object.path, at: object.position) }
    self.init(endpoint: endpoint, pins: pins, anchors: anchors, tokenKeys: tokenKeys, loginKey: loginKey)
  }

  /// The algorithm identifier `rsaEncryption` with NULL stands where a key of 2048 bits or more has it; the cryptographic
  /// library reads the rest before use. Source: RFC 3279, section 2.3.1.
  private static func isRSA(_ der: [UInt8]) -> Bool {
    let algorithm: [UInt8] = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
    return der.starts(with: [0x30, 0x82]) && (290...2100).contains(der.count)
      && der.dropFirst(4).starts(with: algorithm)
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
