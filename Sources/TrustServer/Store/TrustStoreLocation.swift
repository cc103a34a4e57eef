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
    /// - Throws: ``StoreError``; `notBuilt` for PostgreSQL without its trait.
    public func open() throws(StoreError) -> any TrustStore {
      switch self {
      case .sqlite(let path): return try SQLiteTrustStore(path: path)
      case .postgresql(let connection, let insecureTransport):
        #if PostgreSQL
          return try PostgresTrustStore(connection: connection, insecureTransport: insecureTransport)
        #else
          _ = (connection, insecureTransport)
          throw .notBuilt
        #endif
      }
    }
  }
#endif
