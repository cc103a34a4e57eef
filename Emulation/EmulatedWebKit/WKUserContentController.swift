public import Foundation

@MainActor
open class WKUserContentController: NSObject {
  /// The handlers by name, kept strongly as at Apple.
  public private(set) var emulatedHandlers: [String: any WKScriptMessageHandler] = [:]
  /// The lists that every part of a page goes through.
  public private(set) var emulatedLists: [WKContentRuleList] = []

  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    // Apple raises an exception for a second handler of one name.
    precondition(emulatedHandlers[name] == nil, "a handler of this name exists")
    emulatedHandlers[name] = scriptMessageHandler
  }

  open func removeScriptMessageHandler(forName name: String) { emulatedHandlers[name] = nil }
  open func removeAllScriptMessageHandlers() { emulatedHandlers = [:] }
  /// One list for each identifier: a later one takes the place of an earlier one.
  open func add(_ contentRuleList: WKContentRuleList) {
    emulatedLists.removeAll { $0.identifier == contentRuleList.identifier }
    emulatedLists.append(contentRuleList)
  }
  open func remove(_ contentRuleList: WKContentRuleList) {
    emulatedLists.removeAll { $0.identifier == contentRuleList.identifier }
  }
  open func removeAllContentRuleLists() { emulatedLists = [] }
}

@MainActor
public protocol WKScriptMessageHandler: AnyObject {
  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor
open class WKScriptMessage: NSObject {
  public let name: String
  public let body: Any
  public let frameInfo: WKFrameInfo

  init(name: String, body: Any, frameInfo: WKFrameInfo) {
    self.name = name
    self.body = body
    self.frameInfo = frameInfo
  }
}

@MainActor
open class WKFrameInfo: NSObject {
  public let isMainFrame: Bool
  public let securityOrigin: WKSecurityOrigin

  /// Apple has no initializer: frames belong to pages.
  public init(emulated isMainFrame: Bool, origin: WKSecurityOrigin) {
    self.isMainFrame = isMainFrame
    securityOrigin = origin
  }
}

@MainActor
open class WKSecurityOrigin: NSObject {
  public let `protocol`: String
  public let host: String
  public let port: Int

  /// Apple has no initializer: origins belong to frames.
  public init(emulated scheme: String, host: String, port: Int = 0) {
    `protocol` = scheme
    self.host = host
    self.port = port
  }
}
