#if LinuxClient
  import Foundation
  import NIOCore
  import NetworkTrust
  import Synchronization

  /// The connections to one server: kept, shared, never more than the limit, with a queue of bounded length before them.
  final class ConnectionPool: Sendable {
    /// What a request may do next.
    enum Grant: Sendable {
      /// Use this connection and give it back with ``ConnectionPool/release(_:mayReuse:)``.
      case use(PooledConnection)
      /// Open one, then say ``ConnectionPool/opened(_:since:)`` or ``ConnectionPool/openingFailed()``. The number is the
      /// generation that it belongs to.
      case open(generation: Int)
    }

    private final class Waiter: Sendable {
      let promise: EventLoopPromise<Grant>
      let certificates: [[UInt8]]
      let grant = Mutex<Grant?>(nil)

      init(promise: EventLoopPromise<Grant>, certificates: [[UInt8]]) {
        self.promise = promise
        self.certificates = certificates
      }
    }

    private struct Entry {
      let connection: PooledConnection
      var busy: Int
      var idleSince = NIODeadline.now()
      var isRetired = false

      var hasRoom: Bool { !isRetired && busy < connection.capacity && connection.channel.isActive }
    }

    /// A connection that is to be closed, with the reason for what runs on it.
    private struct Departure {
      let connection: PooledConnection
      var reason: NetworkError?
    }

    private struct State {
      var entries: [ObjectIdentifier: Entry] = [:]
      var opening = 0
      var waiting = CircularBuffer<Waiter>()
      var generation = 0
      /// Whose connections may be used: the client's certificates when they were asked for last.
      var certificates: [[UInt8]] = []
      /// What the server spoke last; with HTTP/2 one connection serves all, so nobody opens a second one meanwhile.
      var speaksHTTP2 = false
      var reaper: Scheduled<Void>?
      var isClosed = false
      /// What has left the entries and is still to be closed: after the lock, because a connection that closes may have
      /// something to say to the pool in the same call.
      var departures: [Departure] = []

      mutating func remove(_ id: ObjectIdentifier, _ reason: NetworkError? = nil) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        departures.append(Departure(connection: entry.connection, reason: reason))
      }

      mutating func takeDepartures() -> [Departure] {
        defer { departures = [] }
        return departures
      }
    }

    private let limits: TransportLimits
    private let loop: any EventLoop
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// - Parameter now: of the clock that servers were judged by.
    init(limits: TransportLimits, loop: any EventLoop, now: @escaping @Sendable () -> Date) {
      self.limits = limits
      self.loop = loop
      self.now = now
    }

    deinit { close() }

    /// - Parameter certificates: the client's own of this moment. A connection that was opened with others is used no
    ///   more: it is another person's, or that of somebody who has left.
    /// - Throws: ``NetworkError/busy(limit:)``, ``NetworkError/closed``, and why the exchange ended.
    func acquire(for exchange: Exchange, as certificates: [[UInt8]]) async throws(NetworkError) -> Grant {
      if let reason = exchange.reason { throw reason }
      expect(certificates)
      let waiter = Waiter(promise: loop.makePromise(of: Grant.self), certificates: certificates)
      let time = now()
      let (refusal, departures): (NetworkError?, [Departure]) = state.withLock { state in
        if state.isClosed { return (.closed, []) }
        if state.waiting.isEmpty, let grant = next(&state, as: certificates, at: time) {
          waiter.grant.withLock { $0 = grant }
          return (nil, state.takeDepartures())
        }
        let departures = state.takeDepartures()
        guard state.waiting.count < limits.waiting else { return (.busy(limit: limits.waiting), departures) }
        state.waiting.append(waiter)
        return (nil, departures)
      }
      Self.close(departures)
      if let refusal {
        waiter.promise.fail(refusal)
        throw refusal
      }
      if let grant = waiter.grant.withLock({ $0 }) {
        waiter.promise.succeed(grant)
        return grant
      }
      do { return try await exchange.value(of: waiter.promise) } catch {
        giveBack(waiter)
        throw error
      }
    }

    /// - Parameter mayReuse: false closes the connection as soon as nobody uses it.
    func release(_ connection: PooledConnection, mayReuse: Bool) {
      serve { state in
        let id = ObjectIdentifier(connection)
        guard var entry = state.entries[id] else { return }
        entry.busy -= 1
        entry.isRetired = entry.isRetired || !mayReuse || !connection.channel.isActive
        entry.idleSince = .now()
        state.entries[id] = entry
        if entry.isRetired && entry.busy == 0 { state.remove(id) } else { scheduleReaper(&state) }
      }
    }

    /// The connection is in use by the one who opened it.
    func opened(_ connection: PooledConnection, since generation: Int) {
      serve { state in
        state.opening -= 1
        state.speaksHTTP2 = connection.speaksHTTP2
        var entry = Entry(connection: connection, busy: 1)
        entry.isRetired =
          state.isClosed || generation != state.generation || connection.certificates != state.certificates
          || connection.heard.leaves
        state.entries[ObjectIdentifier(connection)] = entry
      }
      connection.channel.closeFuture.whenComplete { [weak self] _ in self?.retire(connection) }
    }

    func openingFailed() { serve { $0.opening -= 1 } }

    /// The server said something about a connection; what, the connection knows.
    func heard(from connection: PooledConnection) {
      if connection.heard.leaves { retire(connection) } else { serve { _ in } }
    }

    /// No new request on it.
    func retire(_ connection: PooledConnection) {
      serve { state in
        let id = ObjectIdentifier(connection)
        state.entries[id]?.isRetired = true
        if state.entries[id]?.busy == 0 { state.remove(id) }
      }
    }

    /// No new request on a connection that was opened with other certificates of ours.
    private func expect(_ certificates: [[UInt8]]) {
      let isNew = state.withLock { state in
        defer { state.certificates = certificates }
        return state.certificates != certificates
      }
      guard isNew else { return }
      serve { state in
        for (id, entry) in state.entries where entry.connection.certificates != certificates {
          state.entries[id]?.isRetired = true
        }
        Self.closeIdle(&state)
      }
    }

    /// No new request on any connection of today: another judgement holds from now on.
    /// - Parameter ends: of a connection that may not even finish what runs on it.
    func renew(_ ends: (PooledConnection) -> Bool) {
      serve { state in
        state.generation += 1
        for (id, entry) in state.entries {
          state.entries[id]?.isRetired = true
          if ends(entry.connection) { state.remove(id, .pinMismatch) }
        }
        Self.closeIdle(&state)
      }
    }

    /// Closes what nobody uses: one kept connection turned out dead, and the others of that time most likely are, too.
    func dropIdle() { serve { Self.closeIdle(&$0) } }

    private static func closeIdle(_ state: inout State) {
      for (id, entry) in state.entries where entry.busy == 0 { state.remove(id) }
    }

    private static func close(_ departures: [Departure]) {
      for departure in departures {
        if let reason = departure.reason { departure.connection.end(reason) } else { departure.connection.close() }
      }
    }

    func close() {
      let (waiting, connections) = state.withLock { state in
        defer {
          state.waiting.removeAll()
          state.entries.removeAll()
          state.reaper?.cancel()
        }
        state.isClosed = true
        return (Array(state.waiting), state.entries.values.map(\.connection))
      }
      for waiter in waiting { waiter.promise.fail(NetworkError.closed) }
      for connection in connections { connection.close() }
    }

    /// Changes the state, then grants what became possible, first come first served.
    private func serve(_ change: (inout State) -> Void) {
      let time = now()
      let (granted, departures): ([(Waiter, Grant)], [Departure]) = state.withLock { state in
        change(&state)
        var granted: [(Waiter, Grant)] = []
        while let waiter = state.waiting.first, let grant = next(&state, as: waiter.certificates, at: time) {
          state.waiting.removeFirst()
          waiter.grant.withLock { $0 = grant }
          granted.append((waiter, grant))
        }
        return (granted, state.takeDepartures())
      }
      Self.close(departures)
      for (waiter, grant) in granted { waiter.promise.succeed(grant) }
    }

    private func next(_ state: inout State, as certificates: [[UInt8]], at time: Date) -> Grant? {
      guard !state.isClosed else { return nil }
      retireOld(&state, at: time)
      let free = state.entries.filter { $0.value.hasRoom && $0.value.connection.certificates == certificates }
        .max { $0.value.idleSince < $1.value.idleSince }
      if let (id, entry) = free {
        state.entries[id]?.busy += 1
        return .use(entry.connection)
      }
      let isEnough =
        state.speaksHTTP2
        && (state.opening > 0 || state.entries.values.contains { !$0.isRetired && $0.connection.isGreeting })
      guard !isEnough, state.entries.count + state.opening < max(limits.connections, 1) else { return nil }
      state.opening += 1
      return .open(generation: state.generation)
    }

    /// No new request on a connection whose server was judged too long ago, or, as the clock says it now, in the future.
    private func retireOld(_ state: inout State, at time: Date) {
      for (id, entry) in state.entries where !entry.isRetired {
        let age = time.timeIntervalSince(entry.connection.judgedAt)
        guard age < 0 || age >= limits.age / .seconds(1) else { continue }
        state.entries[id]?.isRetired = true
        if entry.busy == 0 { state.remove(id) }
      }
    }

    /// Somebody who does not wait any more may have been granted something in the same moment.
    private func giveBack(_ waiter: Waiter) {
      state.withLock { state in state.waiting.removeAll { $0 === waiter } }
      switch waiter.grant.withLock({ $0 }) {
      case .use(let connection): release(connection, mayReuse: true)
      case .open: openingFailed()
      case nil: break
      }
    }

    private func scheduleReaper(_ state: inout State) {
      guard state.reaper == nil, !state.isClosed else { return }
      state.reaper = loop.scheduleTask(in: TimeAmount(limits.idle)) { [weak self] in self?.reap() }
    }

    private func reap() {
      let limit = NIODeadline.now() - TimeAmount(limits.idle)
      serve { state in
        state.reaper = nil
        for (id, entry) in state.entries where entry.busy == 0 && entry.idleSince <= limit { state.remove(id) }
        if !state.entries.isEmpty { scheduleReaper(&state) }
      }
    }
  }
#endif
