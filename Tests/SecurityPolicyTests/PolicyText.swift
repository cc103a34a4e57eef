import UntrustedInput

/// Policy texts for the tests: keys of repeated bytes, nothing of any real service.
enum PolicyText {
  static let pinA = String(repeating: "A", count: 43) + "="
  static let pinB = String(repeating: "/", count: 42) + "8="
  static let tokenKey = Base64URL.encode(Array(repeating: 7, count: 32))
  static let loginKey = Base64URL.encode(
    [0x30, 0x82, 1, 34, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
      + Array(repeating: 9, count: 275))

  static func environment(
    endpoint: String = "https://api.example.org", pins: String = "[\"\(pinA)\", \"\(pinB)\"]",
    tokenKeys: String = "[\"\(tokenKey)\"]", loginKey: String = loginKey, more: String = ""
  ) -> String {
    "{\"endpoint\": \"\(endpoint)\",\n\"pins\": \(pins),\n\"tokenKeys\": \(tokenKeys),\n\"loginKey\": \"\(loginKey)\"\(more)}"
  }

  /// The least that is a policy, with `section` on the second line, from column 2.
  static func with(_ section: String = "", environments: String = "{\"prod\": \(environment())}") -> [UInt8] {
    Array(
      "{\"version\": 1, \"name\": \"n\",\n \(section)\(section.isEmpty ? "" : ",") \"environments\":\n\(environments)}"
        .utf8)
  }
}
