/// Something that the audit did not look at, or not wholly. One of these is enough to make the verdict undetermined.
public struct AuditIncompleteness: Sendable, Hashable {
  /// Why it was not looked at. ``notParsed``, ``notUTF8`` and ``partNestedTooDeeply(line:)`` leave a file that was judged
  /// in part.
  public enum Cause: Sendable, Hashable {
    /// The system refused; the number is its `errno`.
    case unreadable(errno: Int32)
    case tooLarge(limit: Int)
    /// Some bytes are no text; the rest of the file was judged, or nothing when most of it is none.
    case notUTF8
    /// The parser met text that it does not understand; the rest of the file was judged.
    case notParsed
    /// Brackets, chains or repetitions beyond what the audit follows; the file was not judged.
    case nestedTooDeeply
    /// The part that begins in this line; the rest of the file was judged.
    case partNestedTooDeeply(line: Int)
    /// Parsing or judging did not end in time; the file was not judged.
    case tookTooLong(seconds: Int)
    /// Other files took too long, so that this one was not begun or not judged.
    case notReached
    /// A link to a folder or source outside the project, or to nothing.
    case linkLeavesProject
    /// The name of a source on something that is no file, such as a pipe.
    case notAFile
    /// Folders inside folders beyond the limit.
    case folderTooDeep(limit: Int)
    /// More files, entries or bytes than the limits allow; reading stopped here.
    case projectTooLarge
  }

  /// The path from the root of the project.
  public let file: String
  public let cause: Cause
  /// Where it first shows, from 1; nil for all of the file, or where no reader tells.
  public let line: Int?

  /// - Parameter line: taken from the cause where that has one.
  public init(file: String, cause: Cause, line: Int? = nil) {
    self.file = file
    self.cause = cause
    if case .partNestedTooDeeply(let first) = cause { self.line = first } else { self.line = line }
  }

  /// A file that was not parsed, or not wholly: from the first mark of a merge on, or from where a reader stopped.
  static func notParsed(_ file: SourceText, at line: Int? = nil) -> AuditIncompleteness {
    let lines = [ConflictMarker.firstLine(in: file.text), line].compactMap { $0 }
    return AuditIncompleteness(file: file.path, cause: .notParsed, line: lines.min())
  }

  /// Why, in our own words.
  public var message: String {
    switch cause {
    case .unreadable(let errno): "cannot be read (errno \(errno))"
    case .tooLarge(let limit): "is larger than \(limit) bytes"
    case .notUTF8: "is not UTF-8"
    case .notParsed:
      "holds text that the parser does not understand" + (line.map { ", the first in line \($0)" } ?? "")
    case .nestedTooDeeply: "is nested too deeply, or repeats itself too often, to be judged"
    case .partNestedTooDeeply(let line):
      "has a part from line \(line) on that is nested too deeply, or repeats itself too often, to be judged"
    case .tookTooLong(let seconds): "took longer than \(seconds) seconds"
    case .notReached: "was not reached: other files took too long"
    case .linkLeavesProject: "is a link that leaves the project or leads nowhere"
    case .notAFile: "has the name of a source but is no file"
    case .folderTooDeep(let limit): "lies deeper than \(limit) folders"
    case .projectTooLarge: "is where reading stopped: the project is larger than the limits"
    }
  }
}
