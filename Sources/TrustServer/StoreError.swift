#if Server
  /// Why the store could not do its work. No case carries text from outside; `path` is the operator's own setting.
  @nonexhaustive
  public enum StoreError: Error, Sendable, Hashable {
    /// The file could not be opened, made or given its mode; `code` is SQLite's result code or errno.
    case cannotOpen(path: String, code: Int32)
    /// The file, or its folder, is a link, has a second name, or is of another kind.
    case notPlain(path: String)
    /// The file or its folder belongs to the user with this number.
    case foreignOwner(path: String, owner: UInt32)
    /// Others may read the file, or write to its folder; `mode` is what was found.
    case exposed(path: String, mode: UInt32)
    /// SQLite cannot make sense of the file; `code` is its extended result code.
    case damaged(path: String, code: Int32)
    /// The file was written by a newer program: it is left untouched.
    case newerSchema(path: String, found: Int, known: Int)
    /// A promised durability setting is not in force.
    case notDurable(path: String)
    /// A statement failed; `code` is SQLite's extended result code. Nothing of the transaction was kept.
    case failed(code: Int32)
    /// A stored value is not of the form that this program writes.
    case unreadable
  }

  extension StoreError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .cannotOpen(let path, let code): "cannot open the database \(path) (code \(code)); check folder and rights"
      case .notPlain(let path): "\(path) is a link or no plain file of its own; move it away"
      case .foreignOwner(let path, let owner):
        "\(path) belongs to user \(owner); start the server as its owner, or name another database"
      case .exposed(let path, let mode):
        "\(path) has mode 0\(String(mode, radix: 8)), which opens it to others: make it private (chmod go-rwx) and look "
          + "who used it"
      case .damaged(let path, let code):
        "\(path) is no readable database (code \(code)); restore a backup, or move it away (accounts and sessions go "
          + "with it)"
      case .newerSchema(let path, let found, let known):
        "\(path) has schema \(found), this program knows \(known): start the newer program, or restore a backup"
      case .notDurable(let path): "\(path) does not keep commits through a power loss (synchronous is not FULL)"
      case .failed(let code): "the database refused a statement (code \(code)); nothing was changed"
      case .unreadable: "the database holds a value that this program did not write"
      }
    }
  }
#endif
