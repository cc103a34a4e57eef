#if Server
  /// Where the store is, as an operator says it.
  public enum TrustStoreLocation: Sendable, Hashable {
    case sqlite(path: String)
    /// A libpq connection string without a password. `insecureTransport`: see `PostgresTrustStore`.
    case postgresql(connection: String, insecureTransport: Bool = false)

    /// The product's name, for a log.
    public var name: String {
      switch self {
      case .sqlite: "SQLite"
      case .postgresql: "PostgreSQL"
      }
    }

    /// Blocks: for the start of a program.
    ///
    /// - Parameter renews: false for a program beside the servers: tables of an older program stay as they are
    ///   (`olderSchema`), because new connections of servers of that program would be refused afterwards.
    /// - Throws: ``StoreError``; `notBuilt` for PostgreSQL without its trait.
    public func open(renews: Bool = true) throws(StoreError) -> any TrustStore {
      switch self {
      case .sqlite(let path): return try SQLiteTrustStore(path: path, renews: renews)
      case .postgresql(let connection, let insecureTransport):
        #if PostgreSQL
          return try PostgresTrustStore(
            connection: connection, insecureTransport: insecureTransport, renews: renews)
        #else
          _ = (connection, insecureTransport)
          throw .notBuilt
        #endif
      }
    }
  }
#endif
