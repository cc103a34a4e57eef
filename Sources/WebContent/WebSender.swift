/// The frame that posted a message, as the platform tells it.
public struct WebSender: Sendable, Hashable {
  public let scheme: String
  public let host: String
  /// 0 for the scheme's own port.
  public let port: Int
  public let isMainFrame: Bool

  public init(scheme: String, host: String, port: Int, isMainFrame: Bool) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.isMainFrame = isMainFrame
  }

  /// Nil for an origin that is none, such as that of a sandboxed frame.
  var address: WebAddress? {
    guard !scheme.isEmpty, WebHost(host.lowercased()) != nil else { return nil }
    return WebAddress(scheme + "://" + host + (port == 0 ? "" : ":\(port)"))
  }
}
