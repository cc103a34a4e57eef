/// A folder whose files all have a protection class and stay out of backups: for logs, imported files, databases.
///
/// - Every write is atomic; class and exclusion are read back with each, and set again where they were lost. Several
///   tasks and processes may write, one after the other: in a process in the order in which they asked.
/// - Does not protect: contents. They lie there in plain for this app and for root; seal what is sensitive.
///
/// Source: BSI TR-03161-1 O.Data_3, O.Data_14, O.Arch_4; MASVS-STORAGE-1.
public struct GuardedFolder: Sendable {
  /// What an imported file may have; it is read whole.
  public static let importLimit = 256 << 20

  public let path: String
  public let protection: FileProtection
  private let fileGuard: (any FileGuard)?
  private let exclusion: (any BackupExclusion)?
  private let wait: Duration

  /// Makes the folder (mode 0700) if it is not there and guards it.
  ///
  /// - Parameters:
  ///   - protection: ``FileProtection/init(_:)`` gives the policy's; `completeUntilFirstUserAuthentication` fits logs, which
  ///     are written in the background too.
  ///   - fileGuard: nil where the system keeps no classes: there the folder's mode is all that guards it.
  ///   - exclusion: nil for files that a backup is meant to hold, and where nothing can be excluded.
  ///   - wait: how long a write may wait, on the calling thread, for those who write before it.
  /// - Throws: ``LifecycleError/protectionDiffers(wanted:found:)``, ``LifecycleError/backupExclusionLost``,
  ///   ``LifecycleError/attributeUnsupported``, ``LifecycleError/exposed(mode:)`` and what the file system throws.
  public init(
    path: String, protection: FileProtection = .completeUntilFirstUserAuthentication, fileGuard: (any FileGuard)?,
    exclusion: (any BackupExclusion)?, wait: Duration = .seconds(10)
  ) throws(LifecycleError) {
    self.path = path
    self.protection = protection
    self.fileGuard = fileGuard
    self.exclusion = exclusion
    self.wait = wait
    _ = try HeldFolder.own(path)
    try fileGuard?.enforce(protection, onItemAt: path)
    try exclusion?.enforce(onDirectory: path)
  }

  /// Puts a file in place whole or not at all, mode 0600, over one of the same name.
  ///
  /// What guards it is set and read back before anything is written; when that fails the old file stands. Its class is
  /// read back once more in its place; when that fails there is no file of this name.
  ///
  /// - Throws: ``LifecycleError/badName``, ``LifecycleError/full``, ``LifecycleError/busy`` …, and as
  ///   ``init(path:protection:fileGuard:exclusion:)``.
  public func write(_ bytes: [UInt8], to name: String) throws(LifecycleError) {
    try place(bytes, as: name, replacing: true)
  }

  /// The bytes of a file; nil when there is none.
  ///
  /// - Throws: ``LifecycleError/tooLarge(limit:)`` beyond `limit`; what the file system throws.
  public func read(_ name: String, limit: Int = importLimit) throws(LifecycleError) -> [UInt8]? {
    try Self.requireName(name)
    return try HeldFolder.own(path).contents(of: name, limit: limit)
  }

  /// Copies a file in from outside. The original stays, with whatever rights it has: removing it is the caller's choice.
  ///
  /// Whatever this process may read can be the source. On Apple platforms a security-scoped URL must be opened before
  /// (`startAccessingSecurityScopedResource`) and closed after. A path that others chose, such as that of a deep link,
  /// may name files of the app's own: judge it before.
  ///
  /// - Parameter replacing: whether a file of the same name may be overwritten.
  /// - Throws: ``LifecycleError/absent``, ``LifecycleError/notPlain`` for a link, a pipe or a device,
  ///   ``LifecycleError/tooLarge(limit:)``, ``LifecycleError/changing``, ``LifecycleError/exists``, and as
  ///   ``write(_:to:)``.
  public func importFile(
    at source: String, as name: String, limit: Int = importLimit, replacing: Bool = false
  ) throws(LifecycleError) {
    try Self.requireName(name)
    try place(ImportSource(source, limit: limit).contents(), as: name, replacing: replacing)
  }

  /// Puts what was read outside in place.
  package func place(_ bytes: [UInt8], as name: String, replacing: Bool) throws(LifecycleError) {
    try Self.requireName(name)
    let folder = try HeldFolder.own(path)
    try folder.lock(wait: wait)
    if !replacing, try folder.status(of: name) != nil { throw .exists }
    try put(bytes, name, in: folder)
  }

  /// Guards everything that lies in the folder, at any depth: what others wrote there, such as a log handler.
  ///
  /// - Returns: the number of items whose class was another one.
  @discardableResult
  public func protectTree() throws(LifecycleError) -> Int {
    var changed = 0
    try fileGuard?.enforce(protection, onItemAt: path)
    try FolderTree.visit(HeldFolder.own(path)) { item, _ throws(LifecycleError) in
      if try guardItem(at: path + "/" + item) { changed += 1 }
    }
    try exclusion?.enforce(onDirectory: path)
    return changed
  }

  /// Whether the class had to be set.
  private func guardItem(at item: String) throws(LifecycleError) -> Bool {
    guard let fileGuard, try fileGuard.protection(ofItemAt: item) != protection else { return false }
    try fileGuard.enforce(protection, onItemAt: item)
    return true
  }

  /// The name and that of the temporary file beside it are ones that a file system takes, and no file is in the way of
  /// another one's temporary file.
  package static func requireName(_ name: String) throws(LifecycleError) {
    let suffix = HeldFolder.temporarySuffix.utf8
    // By bytes, as a sign before the suffix may join its first one; some file systems take capitals for small letters.
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 47 || $0 == 0 }),
      name.utf8.count + suffix.count <= 255, !name.lowercased().utf8.reversed().starts(with: suffix.reversed())
    else { throw .badName }
  }

  private func put(_ bytes: [UInt8], _ name: String, in folder: borrowing HeldFolder) throws(LifecycleError) {
    try exclusion?.enforce(onDirectory: path)
    try folder.replace(name, with: bytes) { temporary throws(LifecycleError) in
      _ = try guardItem(at: path + "/" + temporary)
    }
    do throws(LifecycleError) {
      _ = try guardItem(at: path + "/" + name)
    } catch {
      try folder.remove(name)
      try folder.synchronize()
      throw error
    }
  }
}
