/// A file for a platform's project or for a web server.
public struct PlatformFile: Sendable, Hashable {
  /// Where it belongs, from the root of the module or of the site: `res/xml/network_security_config.xml`.
  public let path: String
  public let bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
