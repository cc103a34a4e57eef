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
    /// The tables are of an older program, and this one was told to leave them so.
    case olderSchema(path: String, found: Int, known: Int)
    /// A promised durability setting is not in force.
    case notDurable(path: String)
    /// A statement failed; `code` is SQLite's extended result code. Nothing of the transaction was kept.
    case failed(code: Int32)
    /// A stored value is not of the form that this program writes.
    case unreadable
    /// The text is no libpq connection string, or names a service file.
    case connectionUnusable
    /// The connection string carries a password.
    case passwordInConnection
    /// The database is on another machine and the connection string does not ask for `sslmode=verify-full`.
    case transportExposed
    /// No database answered there, or its certificate was not accepted, within the time for connecting.
    case unreachable
    /// The database answered and did not let this program in.
    case signInRefused(SQLState)
    /// The database refused a statement. Nothing of the transaction was kept.
    case refused(SQLState)
    /// The connection broke after the commit was sent and before it was confirmed.
    case commitUnknown
    /// The database does not keep commits through a power loss.
    case commitsNotDurable
    /// More transactions wait for a connection than the limit allows. Nothing was tried.
    case busy
    /// This program was built without PostgreSQL.
    case notBuilt
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
      case .olderSchema(let path, let found, let known):
        "\(path) has schema \(found), this program writes \(known): start this program's server first (mantlet serve "
          + "renews the tables), or use the program of the server that runs"
      case .notDurable(let path): "\(path) does not keep commits through a power loss (synchronous is not FULL)"
      case .failed(let code): "the database refused a statement (code \(code)); nothing was changed"
      case .unreadable: "the database holds a value that this program did not write"
      case .connectionUnusable:
        "the PostgreSQL connection string cannot be read, or names a service file: write host=… dbname=… user=…, or "
          + "postgresql://user@host/database"
      case .passwordInConnection:
        "the PostgreSQL connection string carries a password: give it in PGPASSWORD or in the file that PGPASSFILE names"
      case .transportExposed:
        "the PostgreSQL server is on another machine: set sslmode=verify-full and sslrootcert in the connection string"
      case .unreachable:
        "no PostgreSQL server answered: check host and port, that it runs, and that sslrootcert vouches for its "
          + "certificate"
      case .signInRefused(let state):
        "PostgreSQL did not let the server in (SQLSTATE \(state)): check user, password (PGPASSWORD, PGPASSFILE), "
          + "database name and pg_hba.conf"
      case .refused(let state): "PostgreSQL refused a statement (SQLSTATE \(state)); nothing was changed"
      case .commitUnknown: "the connection broke before PostgreSQL confirmed a commit; it may or may not have been kept"
      case .commitsNotDurable:
        "PostgreSQL does not keep commits through a power loss: set fsync and full_page_writes to on"
      case .busy: "too many transactions wait for PostgreSQL: allow more connections, or look why they take so long"
      case .notBuilt: "this program was built without PostgreSQL: build it with the trait PostgreSQL"
      }
    }
  }
#endif
