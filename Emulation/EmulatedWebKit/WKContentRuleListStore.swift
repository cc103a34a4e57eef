public import Foundation

@MainActor
open class WKContentRuleList: NSObject {
  public let identifier: String
  /// The rules as they were given.
  public let emulatedRules: String
  init(identifier: String, rules: String) {
    self.identifier = identifier
    emulatedRules = rules
  }
}

/// Follows Apple: what is no list of objects with trigger and action does not compile.
@MainActor
open class WKContentRuleListStore: NSObject {
  open class func `default`() -> WKContentRuleListStore! { WKContentRuleListStore() }

  open func compileContentRuleList(forIdentifier identifier: String, encodedContentRuleList: String) async throws
    -> WKContentRuleList?
  {
    let rules = try? JSONSerialization.jsonObject(with: Data(encodedContentRuleList.utf8)) as? [[String: Any]]
    guard let rules, !rules.isEmpty,
      rules.allSatisfy({ rule in
        let filter = (rule["trigger"] as? [String: Any])?["url-filter"] as? String
        return filter != nil && filter?.contains("|") == false && rule["action"] is [String: Any]
      })
    else { throw NSError(domain: "WKErrorDomain", code: 6) }
    return WKContentRuleList(identifier: identifier, rules: encodedContentRuleList)
  }
}
