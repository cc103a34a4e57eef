/// Why a backup could not be read. No case carries text from outside.
@nonexhaustive
public enum BackupAuditError: Error, Sendable, Hashable {
  /// The folder or its `Manifest.db` cannot be read; the number is the system's `errno`.
  case unreadable(errno: Int32)
  /// The folder has no `Manifest.db`: it is no backup, or one from before iOS 10.
  case noManifest
  /// The manifest is a link or no regular file.
  case notAFile
  /// The backup is encrypted; its list of files is, too.
  case encrypted
  /// The manifest is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// The manifest is a database, but not one that lists files, or damaged; the number is SQLite's.
  case malformed(code: Int32)
  /// More files than the audit takes.
  case tooManyFiles(limit: Int)
}

extension BackupAuditError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let errno): "the backup cannot be read (errno \(errno))"
    case .noManifest: "there is no Manifest.db: name the folder of one backup, made by iOS 10 or later"
    case .notAFile: "Manifest.db is no regular file"
    case .encrypted:
      "the backup is encrypted, and so is its list of files; make one without encryption, of a device with test data"
    case .tooLarge(let limit): "Manifest.db is larger than \(limit) bytes"
    case .malformed(let code): "Manifest.db does not list files as a backup does (SQLite code \(code))"
    case .tooManyFiles(let limit): "the backup lists more than \(limit) files"
    }
  }
}
