import SecurityPolicy
public import WebContent

extension Shield {
  /// What the app's web views may show and run: the policy's section `webContent`, with the app's own handlers where the
  /// policy lets pages send messages. On Apple platforms for `GuardedWebView` of `AppleWeb`.
  ///
  /// - Throws: `noWebContent`, `bridgeNotInPolicy`, `bridgeForForeignOrigin`, `badName`.
  public nonisolated func webContentRules(
    bridge: WebBridge? = nil, userAgentSuffix: String? = nil
  ) throws(WebContentError) -> WebContentRules {
    try WebContentRules(slice.webContent, bridge: bridge, userAgentSuffix: userAgentSuffix)
  }
}
