/// One file in a ``ZipArchive``, as the directory at its end lists it.
public struct ZipEntry: Sendable, Hashable {
  /// As it is written, with its folders; never to be used as a path of a file system.
  public let path: String
  /// Bytes after unpacking; what unpacks to another number is refused.
  public let size: Int

  let packedSize: Int
  let isDeflated: Bool
  let checksum: UInt32
  /// Of the packed bytes.
  let offset: Int

  /// The last part of the path.
  public var baseName: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What computers leave beside the files that people pack: resource forks and hidden files.
  public var isShadow: Bool { path.hasPrefix("__MACOSX/") || baseName.hasPrefix(".") }
}
