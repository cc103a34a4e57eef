public import Foundation

/// The one resource value that the adapter uses.
public struct URLResourceValues: Sendable {
  public var isExcludedFromBackup: Bool?

  public init() {}
}

extension URL {
  public mutating func setResourceValues(_ values: EmulatedFiles.URLResourceValues) throws {
    guard let isExcluded = values.isExcludedFromBackup else { return }
    try EmulatedVolume.shared.set(isExcluded ? "1" : nil, "backup", at: path)
  }

  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> EmulatedFiles.URLResourceValues {
    var values = EmulatedFiles.URLResourceValues()
    if keys.contains(.isExcludedFromBackupKey) {
      values.isExcludedFromBackup = try EmulatedVolume.shared.value("backup", at: path) == "1"
    }
    return values
  }
}
