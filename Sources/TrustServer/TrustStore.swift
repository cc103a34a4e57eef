#if Server
  /// Where the server keeps what must survive it. Transactions are serialisable and durable when they return.
  ///
  /// Twins: ``SQLiteTrustStore`` and ``InMemoryTrustStore``; ``TrustStoreConformance`` states the promises.
  public protocol TrustStore: Sendable {
    /// Runs `body` alone; what it wrote is kept only when it returns.
    /// - Throws: ``StoreError``, also when `body` throws it.
    func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R
  }
#endif
