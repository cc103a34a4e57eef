import UntrustedInput

extension WebContentRules {
  /// The rules of a content blocker, as JSON: nothing is loaded, not even an image, but from the allowed origins.
  ///
  /// A second fence behind ``decide(_:)``, which sees pages and no parts of them. WebKit compiles it; it does not hold
  /// for what a page makes without loading (`data:`, `blob:`).
  /// Source: Apple, Creating a content blocker (url-filter, ignore-previous-rules).
  public var ruleList: [UInt8] {
    var rules = [Self.rule(".*", "block")]
    rules += origins.map { Self.rule($0.pattern, "ignore-previous-rules") }
    if !runsJavaScript { rules.append(Self.rule(".*", "block", types: ["script"])) }
    return JSONWriter().bytes(JSONNode(.array(rules)))
  }

  private static func rule(_ pattern: String, _ action: String, types: [String]? = nil) -> JSONNode {
    var trigger: [JSONMember] = [JSONMember("url-filter", .string(pattern))]
    if let types { trigger.append(JSONMember("resource-type", .strings(types))) }
    return ["trigger": JSONNode(.object(trigger)), "action": ["type": .string(action)]]
  }
}

extension WebOrigin {
  /// In the part of regular expressions that content blockers know: no alternatives, no counts.
  fileprivate var pattern: String {
    let name = host.split(separator: ".").joined(separator: "\\.")
    return "^https://" + (isWildcard ? "[a-z0-9-]+\\." : "") + name + (port == 443 ? "" : ":\(port)") + "/"
  }
}
