#if Server
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct ReadinessTests {
    /// Counts what is written, and can be held or out of order.
    private final class Watched: TrustStore {
      private let inner = InMemoryTrustStore()
      let writes = Locked(0)
      let isHeld = Locked(false)
      let isDown = Locked(false)

      func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
      ) async throws(StoreError) -> R {
        writes.change { $0 += 1 }
        while isHeld.value { await Task.yield() }
        if isDown.value { throw .failed(code: 13) }
        return try await inner.transaction(body)
      }

      func reading<R: Sendable>(
        _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
      ) async throws(StoreError) -> R { try await inner.reading(body) }
    }

    @Test("However many ask whether the server is ready, the store is written once in two seconds")
    func cached() async throws {
      let store = Watched()
      let stage = try await Stage(store: store)
      // The first request has the store forget what has ended; none of the next ten minutes has.
      _ = await stage.send("GET", .health)
      store.writes.set(0)
      for _ in 0..<20 { #expect(await stage.send("GET", .ready).status == 200) }
      #expect(store.writes.value == 1)
      stage.clock.advance(1)
      #expect(await stage.send("GET", .ready).status == 200)
      #expect(store.writes.value == 1)
      stage.clock.advance(1)
      #expect(await stage.send("GET", .ready).status == 200)
      #expect(store.writes.value == 2)
      stage.clock.advance(-100)
      #expect(await stage.send("GET", .ready).status == 200)
      // The other one forgets: a clock that stepped back makes that due.
      #expect(store.writes.value == 4)
    }

    @Test("Those who ask during a slow look wait for it and share its answer")
    func singleFlight() async throws {
      let store = Watched()
      let stage = try await Stage(store: store)
      // The first request has the store forget what has ended; none of the next ten minutes has.
      _ = await stage.send("GET", .health)
      store.writes.set(0)
      store.isHeld.set(true)
      let asked = Locked(0)
      let statuses = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<50 {
          group.addTask {
            asked.change { $0 += 1 }
            return await stage.send("GET", .ready).status
          }
        }
        while asked.value < 50 || store.writes.value < 1 { await Task.yield() }
        store.isHeld.set(false)
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 200, count: 50))
      #expect(store.writes.value == 1)
    }

    @Test("A store that fails is told so for two seconds at most, and asked no more often")
    func failing() async throws {
      let store = Watched()
      let stage = try await Stage(store: store)
      // The first request has the store forget what has ended; none of the next ten minutes has.
      _ = await stage.send("GET", .health)
      store.writes.set(0)
      store.isDown.set(true)
      for _ in 0..<5 { #expect(await stage.send("GET", .ready).status == 503) }
      #expect(store.writes.value == 1)
      store.isDown.set(false)
      stage.clock.advance(2)
      #expect(await stage.send("GET", .ready).status == 200)
    }
  }
#endif
