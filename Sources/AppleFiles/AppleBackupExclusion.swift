public import DataLifecycle
import Foundation

#if canImport(EmulatedFiles)
  // Off Apple's systems Foundation knows the attribute's name and keeps nothing; these names come from the emulation.
  import EmulatedFiles
  import struct EmulatedFiles.URLResourceValues
#endif

/// The backup attribute through `URLResourceValues`.
///
/// Source: https://developer.apple.com/documentation/foundation/urlresourcevalues/isexcludedfrombackup
public struct AppleBackupExclusion: BackupExclusion {
  public init() {}

  public func exclude(itemAt path: String) throws(LifecycleError) {
    var url = URL(fileURLWithPath: path)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    do { try url.setResourceValues(values) } catch { throw .foundation(error) }
  }

  public func isExcluded(itemAt path: String) throws(LifecycleError) -> Bool {
    // A new URL each time: it remembers the values that it read.
    do {
      let values: URLResourceValues = try URL(fileURLWithPath: path).resourceValues(
        forKeys: [.isExcludedFromBackupKey])
      return values.isExcludedFromBackup ?? false
    } catch { throw .foundation(error) }
  }
}
