public import SecurityPolicy

extension WebContentRules {
  /// The rules that a policy allows, and no more: what the app asks for beyond it is refused, not cut.
  ///
  /// - Parameter bridge: the app's own handlers; the policy says whether there may be any.
  /// - Throws: `noWebContent` where the policy names no origin, `bridgeNotInPolicy`; as
  ///   ``init(origins:runsJavaScript:bridge:foreignLinks:outsideSchemes:userAgentSuffix:playsMediaInline:)``.
  public init(
    _ requirement: WebContentRequirement, bridge: WebBridge? = nil, userAgentSuffix: String? = nil
  ) throws(WebContentError) {  // O.Plat_8#996
    guard !requirement.origins.isEmpty else { throw .noWebContent }
    guard bridge == nil || requirement.bridge else { throw .bridgeNotInPolicy }
    var origins: [WebOrigin] = []
    for text in requirement.origins { origins.append(try WebOrigin(text)) }
    try self.init(
      origins: origins, runsJavaScript: requirement.javaScript, bridge: bridge, foreignLinks: requirement.foreignLinks,
      outsideSchemes: Set(requirement.outsideSchemes.map(\.rawValue)), userAgentSuffix: userAgentSuffix,
      playsMediaInline: requirement.inlineMedia)
  }
}
