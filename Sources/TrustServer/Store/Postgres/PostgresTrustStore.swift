#if PostgreSQL
  import Foundation
  import SecurityPolicy
  import Synchronization
  import TrustWire

  /// The store in PostgreSQL, which several servers can share.
  ///
  /// A transaction returns after PostgreSQL has its commit on disk. Transactions run side by side; what one reads in
  /// order to change it nobody else changes until it ends. One that was chosen to give way, or whose connection died
  /// before the commit was sent, is run again: its body must decide by its rows and nothing else. When the answer to a
  /// commit is lost, it is not repeated: ``StoreError/commitUnknown``, and whoever asks again finds what was kept.
  ///
  /// Refresh tokens, challenges, proofs and passwords rest as digests only. Records, names of accounts and what devices
  /// claim rest in clear: whoever reads the database or its backups reads them. Tested with PostgreSQL 15; what only
  /// speaks its protocol needs its advisory and row locks.
  public final class PostgresTrustStore: TrustStore {
    private let threads: PostgresThreads
    /// Fails where the connection names several hosts and the database, at the start of this program, no synchronous
    /// standby. Holds for one host: what stands behind that cannot be seen.
    public let failover: Verdict

    /// Connects, looks at the settings and makes or renews the tables. Blocks, for up to about five seconds where
    /// nothing answers: for the start of a program.
    ///
    /// - Parameters:
    ///   - connection: libpq's keywords or a `postgresql://` address, without a password (`PGPASSWORD`, `PGPASSFILE`).
    ///     Of several hosts the one that takes writes is used; the others should be its synchronous standbys (``failover``).
    ///     A host that is neither a Unix socket nor loopback needs `sslmode=verify-full`, which is taken where the string
    ///     says nothing.
    ///   - schema: the PostgreSQL schema that holds the tables, made when it is missing: 1 to 63 of a–z, 0–9 and `_`,
    ///     no digit first.
    ///   - connections: the most that are open at once, 1 or more.
    ///   - insecureTransport: lets rows cross the network to a server that proved nothing.
    ///   - renews: false to refuse tables of an older program (`olderSchema`), also at a later connection; missing ones
    ///     are made all the same at the start.
    /// - Throws: ``StoreError`` `connectionUnusable`, `passwordInConnection`, `transportExposed`, `unreachable`,
    ///   `signInRefused`, `commitsNotDurable`, `newerSchema`, `olderSchema`, `refused`, `unreadable`, `commitUnknown`.
    public init(
      connection: String, schema: String = "mantlet", connections: Int = 8, insecureTransport: Bool = false,
      renews: Bool = true
    ) throws(StoreError) {
      let isName = schema.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
      // Names that begin with pg_ are the system's own.
      guard isName, (1...63).contains(schema.utf8.count), !(48...57).contains(schema.utf8.first ?? 48),
        !schema.hasPrefix("pg_")
      else { throw .connectionUnusable }
      let address = try PostgresAddress(connection, insecureTransport: insecureTransport)
      let first = try PostgresConnection.open(address, schema: schema)
      try PostgresSchema.migrate(first, schema: schema, renews: renews)
      failover = address.namesSeveral ? first.standby() : .holds
      let limit = max(1, connections)
      threads = PostgresThreads(
        limit: limit, waiting: max(128, 32 * limit), address: address, schema: schema, renews: renews)
    }

    deinit { threads.close() }

    /// Waits for running transactions and closes the connections. Blocks.
    public func release() {
      threads.close()
      threads.waitUntilDone()
    }

    public func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      try await threads.run { $0.transaction(isReading: false, body) }
    }

    public func reading<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      try await threads.run { $0.transaction(isReading: true, body) }
    }

    public func time() async throws(StoreError) -> Date? {
      let microseconds = try await threads.run { seat in seat.time() }
      return Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
  }
#endif
