public import Foundation

public let MCErrorDomain = "MCErrorDomain"

/// Follows Apple: two of one name are two peers.
open class MCPeerID: NSObject {
  public let displayName: String

  /// Apple raises an exception for a name that is empty or has more than 63 bytes of UTF-8.
  public init(displayName: String) {
    precondition((1...63).contains(displayName.utf8.count), "a display name has 1 to 63 bytes")
    self.displayName = displayName
  }
}
