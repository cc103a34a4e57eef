/// The messages that pages may send into the app: named, typed, from the main frame of named origins.
///
/// Protects against frames and foreign pages that post to a handler, and against messages of another shape. Does not
/// protect against an allowed page that is itself taken over: give no handler that answers with secrets.
/// Source: BSI TR-03161-1 O.Arch_8, O.Plat_7, O.Plat_8; MASWE-0068 (2024 beta).
public struct WebBridge: Sendable, Hashable {
  public let handlers: [BridgeHandler]
  public let origins: [WebOrigin]

  /// - Throws: `noOrigin`; `badName` for two handlers of one name, or none; `tooMany` for more than 32.
  public init(handlers: [BridgeHandler], origins: [WebOrigin]) throws(WebContentError) {
    guard !origins.isEmpty else { throw .noOrigin }
    guard !handlers.isEmpty, Set(handlers.map(\.name)).count == handlers.count else { throw .badName }
    guard handlers.count <= 32 else { throw .tooMany(limit: 32) }
    self.handlers = handlers
    self.origins = origins
  }

  /// Reads one message. Where it comes from is asked before any of it is looked at.
  ///
  /// - Parameters:
  ///   - sender: the frame that posted it, as the platform says, not as the message says.
  /// - Throws: `notMainFrame`, `foreignPage`, `unknownHandler`, `badMessage`.
  public func read(_ body: String, for handler: String, from sender: WebSender) throws(WebContentError)
    -> BridgeMessage
  {
    // O.Arch_8#845 O.Plat_7#845
    guard sender.isMainFrame else { throw .notMainFrame }
    guard let page = sender.address, origins.contains(where: { $0.covers(page) }) else { throw .foreignPage }
    guard let handler = handlers.first(where: { $0.name == handler }) else { throw .unknownHandler }
    return try handler.read(body.utf8)
  }
}
