public import Foundation

@MainActor
open class WKWebsiteDataStore: NSObject {
  public let isPersistent: Bool
  /// The kinds of data whose deletion was asked for. Apple has nothing like it.
  public private(set) var emulatedRemovals: [Set<String>] = []
  private init(isPersistent: Bool) { self.isPersistent = isPersistent }

  private static let standard = WKWebsiteDataStore(isPersistent: true)
  open class func `default`() -> WKWebsiteDataStore { standard }
  /// A new one at each call.
  open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: false) }
  open class func allWebsiteDataTypes() -> Set<String> {
    ["WKWebsiteDataTypeCookies", "WKWebsiteDataTypeDiskCache", "WKWebsiteDataTypeLocalStorage"]
  }

  open func removeData(ofTypes dataTypes: Set<String>, modifiedSince date: Date) async {
    emulatedRemovals.append(dataTypes)
  }
}
