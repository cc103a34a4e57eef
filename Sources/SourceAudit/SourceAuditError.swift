/// Why a project could not be read at all. What could not be read inside it is ``AuditIncompleteness``, no error.
@nonexhaustive
public enum SourceAuditError: Error, Sendable, Hashable {
  /// The folder cannot be opened; the number is the system's `errno`.
  case unreadableFolder(errno: Int32)
  case notAFolder
}

extension SourceAuditError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadableFolder(let errno): "the project folder cannot be read (errno \(errno)); check path and permissions"
    case .notAFolder: "the project path names a file; name the folder that holds the sources"
    }
  }
}
