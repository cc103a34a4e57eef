#if os(Linux) || os(Android)
  import Redaction

  /// A file that is kept open, so that its number is not given away: see `FileStamp`.
  final class FilePin: Sendable {
    private let file: OpenFile
    let stamp: FileStamp

    init(_ file: consuming OpenFile, stamp: FileStamp) {
      self.file = file
      self.stamp = stamp
    }
  }

  /// The contents of a file that holds keys, and the file.
  struct PinnedSecret: ~Copyable {
    let secret: Secret
    let pin: FilePin
  }
#endif
