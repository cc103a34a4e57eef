/// Sets and reads the protection class of files: the seam to Data Protection.
///
/// On Linux and Android there is no such class: full-disk or file-based encryption is the system's own affair, so what
/// must not be readable there is sealed by us (sealed records, sealed secret files).
public protocol FileGuard: Sendable {
  /// Sets the class of one file or folder; a file that is made in a folder gets the folder's class.
  ///
  /// - Throws: ``LifecycleError/attributeUnsupported`` where there are no classes.
  func apply(_ protection: FileProtection, toItemAt path: String) throws(LifecycleError)
  /// The class that the system reports; nil when it reports none.
  func protection(ofItemAt path: String) throws(LifecycleError) -> FileProtection?
}

extension FileGuard {
  /// Sets the class and reads it back.
  ///
  /// - Throws: ``LifecycleError/protectionDiffers(wanted:found:)`` when the system reports another one: a simulator and
  ///   some file systems accept the attribute and drop it.
  public func enforce(_ protection: FileProtection, onItemAt path: String) throws(LifecycleError) {
    try apply(protection, toItemAt: path)
    let found = try self.protection(ofItemAt: path)
    guard found == protection else { throw .protectionDiffers(wanted: protection, found: found) }  // O.Data_14#80
  }
}
