public import DataLifecycle
import Foundation

#if canImport(EmulatedFiles)
  // Foundation exists everywhere and cannot be replaced as a whole: off Apple's systems these names, and only these,
  // come from the emulation.
  import EmulatedFiles
  import class EmulatedFiles.FileManager
#endif

/// Data Protection through `FileManager`.
///
/// Read back by ``FileGuard/enforce(_:onItemAt:)``: a simulator accepts every class and keeps none.
/// Source: https://developer.apple.com/documentation/foundation/fileprotectiontype
public struct AppleFileGuard: FileGuard {
  public init() {}

  public func apply(_ protection: FileProtection, toItemAt path: String) throws(LifecycleError) {
    do {
      try FileManager.default.setAttributes([.protectionKey: protection.system], ofItemAtPath: path)
    } catch { throw .foundation(error) }
  }

  public func protection(ofItemAt path: String) throws(LifecycleError) -> FileProtection? {
    let value: Any?
    do { value = try FileManager.default.attributesOfItem(atPath: path)[.protectionKey] } catch {
      throw .foundation(error)
    }
    if let type = value as? FileProtectionType { return FileProtection(type) }
    return (value as? String).flatMap { FileProtection(FileProtectionType(rawValue: $0)) }
  }
}
