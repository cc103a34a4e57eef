import Foundation
import WebKit

/// Tells what an app adds to a guarded view's pages, or takes from them, after the view was made: WebKit has no reader for
/// either. It changes nothing.
///
/// Not seen: handlers that answer, handlers in another content world than the page's, and scripts that the app injects.
@MainActor
final class WatchedContentController: WKUserContentController {
  private(set) var handlers: Set<String> = []
  private(set) var filtersParts = false
  private let ours: WKContentRuleList

  /// - Parameter list: what the rules were compiled to; it is added at once.
  init(list: WKContentRuleList) {
    ours = list
    super.init()
    add(list)
  }

  /// Not made from an archive: it would not know whose list it holds.
  required init?(coder: NSCoder) { nil }

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

  /// Only the list that the rules were compiled to filters what they say: an app's own lists block more, or make exceptions
  /// from nothing but themselves. WebKit keeps one list for each identifier: another one under that of ours takes its place.
  override func add(_ contentRuleList: WKContentRuleList) {
    if contentRuleList === ours {
      filtersParts = true
    } else if contentRuleList.identifier == ours.identifier {
      filtersParts = false
    }
    super.add(contentRuleList)
  }

  /// WebKit removes by the identifier, whichever list is given.
  override func remove(_ contentRuleList: WKContentRuleList) {
    if contentRuleList.identifier == ours.identifier { filtersParts = false }
    super.remove(contentRuleList)
  }

  override func removeAllContentRuleLists() {
    filtersParts = false
    super.removeAllContentRuleLists()
  }
}
