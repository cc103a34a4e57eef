#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif

/// Why a project could not be read at all. What could not be read inside it is ``AuditIncompleteness``, no error.
@nonexhaustive
public enum SourceAuditError: Error, Sendable, Hashable {
  /// The folder cannot be opened; the number is the system's `errno`.
  case unreadableFolder(errno: Int32)
  case notAFolder
  /// The baseline is no JSON of this form and version.
  case baselineUnusable
  /// A file to be changed is no longer what was read, or a link stands in its place.
  case changedMeanwhile
  /// A file to be changed cannot be written; the number is the system's `errno`.
  case unwritable(errno: Int32)
}

extension SourceAuditError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadableFolder(let code) where code == ENOENT || code == ENOTDIR:
      "the project folder does not exist; check the path"
    case .unreadableFolder(let errno): "the project folder cannot be read (errno \(errno)); check path and permissions"
    case .notAFolder: "the project path names a file; name the folder that holds the sources"
    case .baselineUnusable: "the baseline cannot be used; write it anew with --write-baseline"
    case .changedMeanwhile: "a file changed while it was audited, or is a link; run the command again"
    case .unwritable(let errno): "a file cannot be written (errno \(errno)); check its permissions"
    }
  }
}
