import Foundation
import WebContent
import WebKit

/// Hands a message of a page to the bridge, with the frame that WebKit says it came from.
@MainActor
final class ScriptReceiver: NSObject, WKScriptMessageHandler {
  private let bridge: WebBridge
  private let onMessage: @MainActor (Result<BridgeMessage, WebContentError>) -> Void

  init(_ bridge: WebBridge, _ onMessage: @escaping @MainActor (Result<BridgeMessage, WebContentError>) -> Void) {
    self.bridge = bridge
    self.onMessage = onMessage
  }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    let frame = message.frameInfo
    let sender = WebSender(
      scheme: frame.securityOrigin.protocol, host: frame.securityOrigin.host, port: frame.securityOrigin.port,
      isMainFrame: frame.isMainFrame)
    // Anything but a text is read as an empty one, after the sender was asked for.
    let body = message.body as? String ?? ""
    let result = Result { () throws(WebContentError) in try bridge.read(body, for: message.name, from: sender) }
    onMessage(result)
  }
}
