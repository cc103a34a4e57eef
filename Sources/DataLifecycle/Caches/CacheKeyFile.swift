public import Redaction

/// A cache key in a file (`cache.key`, mode 0600) in a folder of mode 0700.
///
/// Protects against a single cache file that gets into a backup, a log or an upload. Does not protect against whoever
/// copies key and cache together; keep the key in the secret store where there is one.
public struct CacheKeyFile: CacheKeys {
  /// The length of a cache key.
  static let keyBytes = 32
  private static let file = "cache.key"
  private let folder: String

  /// - Parameter folder: a folder of its own; the parent must exist.
  public init(folder: String) { self.folder = folder }

  public func load() throws(LifecycleError) -> Secret? {
    let folder = try HeldFolder.own(folder)
    guard var bytes = try folder.contents(of: Self.file, limit: Self.keyBytes) else { return nil }
    defer { _ = bytes.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 0) } }
    return try Self.key(parsing: bytes)
  }

  /// Exactly the bytes of a key, nothing around them.
  static func key(parsing bytes: [UInt8]) throws(LifecycleError) -> Secret {
    guard bytes.count == keyBytes else { throw .keySize(bytes.count) }
    return Secret(copying: bytes)
  }

  public func add(_ key: borrowing Secret) throws(LifecycleError) -> Secret {
    let folder = try HeldFolder.own(folder)
    // Until this descriptor of the folder is closed: who comes second waits, ten seconds at most, and finds the first
    // one's key.
    try folder.lock()
    if let first = try load() { return first }
    try key.withExposedBytes { bytes throws(LifecycleError) in try folder.replace(Self.file, with: bytes) }
    return key.duplicate()
  }

  public func destroy() throws(LifecycleError) {
    // Whatever was put in the way, nothing may stop a wipe for ever.
    try HeldFolder.vacate(folder)
    guard let folder = try HeldFolder.existing(folder) else { return }
    // Nor somebody who keeps the folder.
    try? folder.lock()
    try FolderTree.remove(Self.file, in: folder)
    try FolderTree.remove(Self.file + HeldFolder.temporarySuffix, in: folder)
    try folder.synchronize()
  }
}
