import WebKit

/// Tells what an app adds to a guarded view's pages, or takes from them, after the view was made: WebKit has no reader for
/// either. It changes nothing.
///
/// Not seen: handlers that answer, handlers in another content world than the page's, and scripts that the app injects.
@MainActor
final class WatchedContentController: WKUserContentController {
  private(set) var handlers: Set<String> = []
  private(set) var filtersParts = false

  override func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    handlers.insert(name)
    super.add(scriptMessageHandler, name: name)
  }

  override func removeScriptMessageHandler(forName name: String) {
    handlers.remove(name)
    super.removeScriptMessageHandler(forName: name)
  }

  override func removeAllScriptMessageHandlers() {
    handlers = []
    super.removeAllScriptMessageHandlers()
  }

  override func add(_ contentRuleList: WKContentRuleList) {
    filtersParts = true
    super.add(contentRuleList)
  }

  /// Any list that goes may be ours.
  override func remove(_ contentRuleList: WKContentRuleList) {
    filtersParts = false
    super.remove(contentRuleList)
  }

  override func removeAllContentRuleLists() {
    filtersParts = false
    super.removeAllContentRuleLists()
  }
}
