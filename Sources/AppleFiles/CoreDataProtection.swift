public import CoreData
public import DataLifecycle
import Foundation
public import SecurityPolicy

/// File protection for teams that stay on Core Data: sets the class before the store is loaded, judges it afterwards.
///
/// - Protects against: whoever holds the locked device. SQLite's `-wal` and `-shm` files are judged like the store.
/// - Does not protect against: this app, a debugger, a backup. Core Data seals nothing itself; sealed records do.
///
/// Work in the background fails with `complete` while the device is locked.
/// Source: https://developer.apple.com/documentation/coredata/nspersistentstorefileprotectionkey; BSI TR-03161-1 O.Data_14.
public struct CoreDataProtection: Sendable {
  public let protection: FileProtection
  private let fileGuard: any FileGuard

  public init(_ protection: FileProtection = .complete, fileGuard: any FileGuard) {
    self.protection = protection
    self.fileGuard = fileGuard
  }

  /// Sets the option; call it before `loadPersistentStores`.
  ///
  /// - Throws: ``LifecycleError/attributeUnsupported`` on macOS, where Core Data has no such option.
  public func apply(to description: NSPersistentStoreDescription) throws(LifecycleError) {
    #if os(macOS)
      throw .attributeUnsupported
    #else
      description.setOption(protection.system.rawValue as NSString, forKey: NSPersistentStoreFileProtectionKey)
      guard option(of: description) == protection else {  // O.Data_14#81
        throw .protectionDiffers(wanted: protection, found: option(of: description))
      }
    #endif
  }

  /// Whether the description asks for the class, or a stronger one, and the files on disk have it.
  ///
  /// Undetermined before the store is loaded (there is no file yet), when a file cannot be read, and on macOS.
  public func verdict(on description: NSPersistentStoreDescription) -> Verdict {
    #if os(macOS)
      return .undetermined("Core Data knows no file protection on macOS")
    #else
      return judge(description)
    #endif
  }

  private func judge(_ description: NSPersistentStoreDescription) -> Verdict {
    guard let asked = option(of: description) else { return .fails("the store's description sets no file protection") }
    guard isEnough(asked) else { return .fails("the store's description asks for a weaker file protection") }
    guard let path = description.url?.path else { return .undetermined("the store has no file") }
    var verdict = Verdict.undetermined("there is no store file yet; load the store first")
    for file in [path, path + "-wal", path + "-shm"] {
      do throws(LifecycleError) {
        guard let found = try fileGuard.protection(ofItemAt: file), isEnough(found) else {
          return .fails("a file of the store has a weaker file protection")
        }
        if file == path { verdict = .holds }
      } catch .absent {
        // Without a write-ahead log there are no companions.
        continue
      } catch {
        verdict = .undetermined("a file of the store could not be read")
        break
      }
    }
    return verdict
  }

  private func option(of description: NSPersistentStoreDescription) -> FileProtection? {
    #if os(macOS)
      return nil
    #else
      let value: Any? = description.options[NSPersistentStoreFileProtectionKey]
      if let type = value as? FileProtectionType { return FileProtection(type) }
      guard let text = value as? NSString else { return nil }
      return FileProtection(FileProtectionType(rawValue: "\(text)"))
    #endif
  }

  /// The cases stand in the order of their strength.
  private func isEnough(_ found: FileProtection) -> Bool {
    let order = FileProtection.allCases
    guard let wanted = order.firstIndex(of: protection), let place = order.firstIndex(of: found) else { return false }
    return place <= wanted
  }
}
