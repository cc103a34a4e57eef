#if Server
  import Foundation
  import SecurityPolicy

  /// Where the server keeps what must survive it. Transactions are serialisable and durable when they return.
  ///
  /// Twins: ``SQLiteTrustStore``, ``InMemoryTrustStore`` and, behind the trait PostgreSQL, `PostgresTrustStore`;
  /// ``TrustStoreConformance`` states the promises.
  public protocol TrustStore: Sendable {
    /// Runs `body` alone; what it wrote is kept only when it returns.
    /// - Throws: ``StoreError``, also when `body` throws it.
    func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R

    /// Runs `body`, which writes nothing, on one consistent state that holds everything kept before the call. Waits for
    /// no writer where the store can do that.
    /// - Throws: ``StoreError``, also when `body` throws it or writes.
    func reading<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R

    /// The time of the database that several servers share; nil where the store has no clock but this machine's.
    /// - Throws: ``StoreError``
    func time() async throws(StoreError) -> Date?

    /// Whether what was confirmed is still there when another database takes over, as far as this store can see; holds
    /// where it knows of no other.
    var failover: Verdict { get }
  }

  extension TrustStore {
    /// For stores without a cheaper way: a transaction like any other.
    public func reading<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R { try await transaction(body) }

    /// No clock of its own.
    public func time() async throws(StoreError) -> Date? { nil }

    /// Nothing takes over.
    public var failover: Verdict { .holds }
  }
#endif
