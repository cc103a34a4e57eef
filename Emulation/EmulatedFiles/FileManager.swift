public import Foundation

/// Foundation's class with a protection class per file and containers of app groups; everything else is Foundation's.
open class FileManager: Foundation.FileManager, @unchecked Sendable {
  // @unchecked: it has no state of its own, and Foundation's is documented as thread-safe for the shared object.
  private static let emulated = FileManager()

  open override class var `default`: FileManager { emulated }

  /// Follows Apple on iOS: nil for a group that the app's entitlement does not name.
  open func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    EmulatedVolume.shared.groupContainers[groupIdentifier].map { URL(fileURLWithPath: $0) }
  }

  open override func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {
    var others = attributes
    if let type = others.removeValue(forKey: .protectionKey) as? FileProtectionType {
      try EmulatedVolume.shared.set(type.rawValue, "protection", at: path)
    }
    if !others.isEmpty { try super.setAttributes(others, ofItemAtPath: path) }
  }

  open override func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] {
    var attributes = try super.attributesOfItem(atPath: path)
    attributes[.protectionKey] = try protection(path)
    return attributes
  }

  /// A file without a class of its own has the one of its folder; the class of an app's container is C.
  private func protection(_ path: String) throws -> FileProtectionType? {
    guard EmulatedVolume.shared.keepsProtection else { return nil }
    var folder = URL(fileURLWithPath: path)
    while folder.path != "/" {
      if let own = try EmulatedVolume.shared.value("protection", at: folder.path), !own.isEmpty {
        return FileProtectionType(rawValue: own)
      }
      folder.deleteLastPathComponent()
    }
    return .completeUntilFirstUserAuthentication
  }
}
