/// How much of a project is read. Whatever lies beyond a limit is reported as ``AuditIncompleteness``.
public struct SourceLimits: Sendable, Hashable {
  /// Source files.
  public var files = 20_000
  /// Bytes of one file.
  public var fileBytes = 4 << 20
  /// Bytes of all files together.
  public var totalBytes = 256 << 20
  /// Folders inside folders.
  public var folderDepth = 64
  /// Folder entries looked at, of any kind.
  public var entries = 1_000_000

  public init() {}
}
