#if Server
  import SecurityPolicy
  import Testing
  import TrustServer

  /// What the operator is told at the start.
  @Suite struct FailoverNoticeTests {
    private final class Doubtful: TrustStore {
      let failover: Verdict
      private let inner = InMemoryTrustStore()
      init(_ failover: Verdict) { self.failover = failover }

      func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
      ) async throws(StoreError) -> R { try await inner.transaction(body) }
    }

    @Test("A store whose commits may be missing after a failover, or that cannot tell, is named once at the start")
    func told() async throws {
      for (failover, count) in [(Verdict.holds, 0), (.fails("a reason"), 1), (.undetermined("a reason"), 1)] {
        let stage = try await Stage(store: Doubtful(failover))
        _ = try await stage.app()
        let told = stage.events.all.filter { $0.kind == .commitsMayBeLost }
        #expect(told.count == count && told.allSatisfy { $0.explanation == "a reason" })
      }
    }
  }
#endif
