public import Foundation

/// Follows Apple: equal when the UUIDs are. Left out: the short forms of the Bluetooth SIG.
open class CBUUID: NSObject {
  private let text: String

  /// Apple raises an exception for what is no UUID.
  public init(string: String) {
    precondition(UUID(uuidString: string) != nil, "not a UUID")
    text = string.uppercased()
  }

  override open func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.text == text }
  override open var hash: Int { text.hashValue }
}
