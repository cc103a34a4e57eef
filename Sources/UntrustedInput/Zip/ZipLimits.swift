/// How much a ``ZipArchive`` may hold.
public struct ZipLimits: Sendable, Hashable {
  /// Most bytes of the archive.
  public var maximumBytes: Int
  /// Most files, folders not counted.
  public var maximumEntries: Int
  /// Most bytes of all files after unpacking.
  public var maximumUnpackedBytes: Int
  /// Most bytes after unpacking for each packed byte, where a file has more than 64 KiB. Deflate reaches 1032.
  public var maximumRatio: Int

  public init(
    maximumBytes: Int = 16 << 20, maximumEntries: Int = 256, maximumUnpackedBytes: Int = 32 << 20,
    maximumRatio: Int = 100
  ) {
    self.maximumBytes = maximumBytes
    self.maximumEntries = maximumEntries
    self.maximumUnpackedBytes = maximumUnpackedBytes
    self.maximumRatio = maximumRatio
  }
}
