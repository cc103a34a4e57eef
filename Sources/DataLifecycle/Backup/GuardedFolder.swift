#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(CoreFoundation)
  // Which module the compiler names as the owner of `stat` depends on what it loaded first.
  import CoreFoundation
#endif

/// A folder whose files all have a protection class and stay out of backups: for logs, imported files, databases.
///
/// - Every write is atomic; afterwards class and exclusion are read back and set again where they were lost.
/// - Does not protect: contents. They lie there in plain for this app and for root; seal what is sensitive.
///
/// Source: BSI TR-03161-1 O.Data_3, O.Data_14, O.Arch_4; MASVS-STORAGE-1.
public struct GuardedFolder: Sendable {
  /// What an imported file may have; it is read whole.
  public static let importLimit = 256 << 20

  public let path: String
  public let protection: FileProtection
  private let fileGuard: any FileGuard
  private let exclusion: (any BackupExclusion)?

  /// Makes the folder (mode 0700) if it is not there and guards it.
  ///
  /// - Parameters:
  ///   - protection: `completeUntilFirstUserAuthentication` fits logs and imports, which happen in the background too.
  ///   - exclusion: nil for files that a backup is meant to hold.
  /// - Throws: ``LifecycleError/protectionDiffers(wanted:found:)``, ``LifecycleError/backupExclusionLost``,
  ///   ``LifecycleError/attributeUnsupported``, ``LifecycleError/exposed(mode:)`` and what the file system throws.
  public init(
    path: String, protection: FileProtection = .completeUntilFirstUserAuthentication, fileGuard: any FileGuard,
    exclusion: (any BackupExclusion)?
  ) throws(LifecycleError) {
    self.path = path
    self.protection = protection
    self.fileGuard = fileGuard
    self.exclusion = exclusion
    _ = try HeldFolder.own(path)
    try fileGuard.enforce(protection, onItemAt: path)
    try exclusion?.enforce(onDirectory: path)
  }

  /// Puts a file in place whole or not at all, mode 0600, then checks what guards it.
  ///
  /// - Throws: ``LifecycleError/badName``, ``LifecycleError/full`` …, and as ``init(path:protection:fileGuard:exclusion:)``.
  public func write(_ bytes: [UInt8], to name: String) throws(LifecycleError) {
    try check(name)
    try HeldFolder.own(path).replace(name, with: bytes)
    try guardItem(name)
  }

  /// The bytes of a file; nil when there is none.
  ///
  /// - Throws: ``LifecycleError/tooLarge(limit:)`` beyond `limit`; what the file system throws.
  public func read(_ name: String, limit: Int = importLimit) throws(LifecycleError) -> [UInt8]? {
    try check(name)
    return try HeldFolder.own(path).contents(of: name, limit: limit)
  }

  /// Copies a file in from outside. The original stays, with whatever rights it has: removing it is the caller's choice.
  ///
  /// - Throws: ``LifecycleError/absent``, ``LifecycleError/notPlain`` for a link, a pipe or a device,
  ///   ``LifecycleError/tooLarge(limit:)``, and as ``write(_:to:)``.
  public func importFile(at source: String, as name: String, limit: Int = importLimit) throws(LifecycleError) {
    try check(name)
    let number = open(source, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else {
      let code = errno
      throw code == ENOENT ? LifecycleError.absent : LifecycleError.system(code)
    }
    let file = HeldFile(descriptor: number)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notPlain }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    var bytes = [UInt8](repeating: 0, count: max(Int(status.st_size), 0))
    var filled = 0
    try bytes.withUnsafeMutableBufferPointer { buffer throws(LifecycleError) in
      filled = try file.readAll(into: UnsafeMutableRawBufferPointer(buffer))
    }
    try write(Array(bytes.prefix(filled)), to: name)
  }

  /// Guards everything that lies in the folder, at any depth: what others wrote there, such as a log handler.
  ///
  /// - Returns: the number of items whose class was another one.
  @discardableResult
  public func protectTree() throws(LifecycleError) -> Int {
    var changed = 0
    try fileGuard.enforce(protection, onItemAt: path)
    try FolderTree.visit(HeldFolder.own(path)) { item, _ throws(LifecycleError) in
      let item = path + "/" + item
      guard try fileGuard.protection(ofItemAt: item) != protection else { return }
      try fileGuard.enforce(protection, onItemAt: item)
      changed += 1
    }
    try exclusion?.enforce(onDirectory: path)
    return changed
  }

  private func guardItem(_ name: String) throws(LifecycleError) {
    let item = path + "/" + name
    if try fileGuard.protection(ofItemAt: item) != protection { try fileGuard.enforce(protection, onItemAt: item) }
    try exclusion?.enforce(onDirectory: path)
  }

  private func check(_ name: String) throws(LifecycleError) {
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 47 || $0 == 0 }) else {
      throw .badName
    }
  }
}
