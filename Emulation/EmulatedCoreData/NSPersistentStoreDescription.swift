public import Foundation

/// Keeps a URL and options as Core Data's class does; it loads nothing.
open class NSPersistentStoreDescription: NSObject {
  open var url: URL?
  open private(set) var options: [String: NSObject] = [:]

  public init(url: URL) { self.url = url }

  open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }
}

public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"
