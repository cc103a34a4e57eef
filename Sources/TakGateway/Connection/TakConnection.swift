public import CursorOnTarget
public import NetworkTrust

/// A lasting connection to a TAK server over a seam for streams: made again when it breaks, pinged while it is silent.
///
/// Claim: ``TakNotice/connected`` comes only after the server answered a ping or sent an event, for a TLS handshake alone
/// says nothing about what the server thinks of our certificate. What was handed in while there was no connection is sent
/// later only if it still holds; there is no fallback to anything less than the opener's TLS.
///
/// Not protected: the server reads all, and may relay anything under any uid.
/// Source: RFC 8446, section 4.4.2; TR-03161-1 O.Ntwk_1; MASVS-NETWORK-1.
public actor TakConnection {
  /// What the world gives: a clock that is never set, the wall clock, dice, and a way to wait.
  public struct World: Sendable {
    let moment: @Sendable () -> Duration
    let now: @Sendable () -> CoTTime
    let random: @Sendable () -> UInt64
    let sleep: @Sendable (Duration) async throws -> Void

    /// Only `main`s give the system's.
    public init(
      moment: @escaping @Sendable () -> Duration, now: @escaping @Sendable () -> CoTTime,
      random: @escaping @Sendable () -> UInt64, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
      (self.moment, self.now, self.random, self.sleep) = (moment, now, random, sleep)
    }
  }

  private struct Dice: RandomNumberGenerator {
    let word: @Sendable () -> UInt64
    mutating func next() -> UInt64 { word() }
  }

  private let opener: any ByteStreamOpener
  private let uid: CoTLine
  private let world: World
  private let rule: ReconnectRule
  private var pending = PendingEvents()
  private var stream: (any ByteStream)?
  private var machine: TakStreamMachine?
  /// Whether what waited for this connection is out: what is newer goes behind it.
  private var isFlushed = false
  private let output: AsyncStream<TakNotice>.Continuation
  /// The newest 1,024 if nobody reads.
  public nonisolated let notices: AsyncStream<TakNotice>

  /// - Parameters:
  ///   - opener: judges the server and holds the client's identity.
  ///   - uid: of this client.
  public init(
    opener: any ByteStreamOpener, uid: CoTLine, rule: ReconnectRule = ReconnectRule(), world: World
  ) {
    (self.opener, self.uid, self.rule, self.world) = (opener, uid, rule, world)
    (notices, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
  }

  /// Connects and connects again until the task is cancelled, or until trying again would change nothing. A server that is
  /// not the right one gets no byte and is a ``TakNotice/disconnected(_:)`` and the longest pause, no end: anybody on the
  /// way can stand in for a moment.
  ///
  /// - Throws: the reason: our own certificate is refused or cannot be used, or the anchors cannot be read.
  public func run() async throws(GatewayError) {
    var failures = 0
    var dice = Dice(word: world.random)
    while !Task.isCancelled {
      let began = world.moment()
      let (error, wasConnected) = await once()
      if Task.isCancelled { return }
      output.yield(.disconnected(error))
      if error.isFinal { throw error }
      failures = wasConnected && world.moment() - began >= rule.settled ? 1 : failures + 1
      let delay = rule.delay(afterFailures: error.isWrongServer ? .max : failures, using: &dice)
      output.yield(.waiting(delay))
      do { try await world.sleep(delay) } catch { return }
    }
  }

  /// One connection, until it ends.
  ///
  /// - Returns: why it ended, and whether it ever was one.
  public func once() async -> (error: GatewayError, wasConnected: Bool) {
    let stream: any ByteStream
    do throws(NetworkError) { stream = try await opener.open() } catch { return (.network(error), false) }
    (self.stream, isFlushed) = (stream, false)
    machine = TakStreamMachine(uid: uid, openedAt: world.moment())
    let error = await withTaskGroup(of: GatewayError.self) { group in
      group.addTask { await self.listen(to: stream) }
      group.addTask { await self.keepAlive(stream) }
      let first = await group.next() ?? .ended
      group.cancelAll()
      return first
    }
    let wasConnected = machine?.isProven ?? false
    (self.stream, machine) = (nil, nil)
    await stream.close()
    return (error, wasConnected)
  }

  /// Sends the event now, or, while there is no connection, as soon as there is one and only if it still holds then. Of
  /// several with one uid the newest counts.
  ///
  /// - Throws: ``GatewayError/event(_:)`` for one too large, ``GatewayError/network(_:)`` when the connection broke.
  public func send(_ event: CoTEvent) async throws(GatewayError) {
    guard let stream, isFlushed, machine?.isConnected == true else {
      pending.add(event)
      return
    }
    try await write(event, to: stream)
  }

  private func write(_ event: CoTEvent, to stream: any ByteStream) async throws(GatewayError) {
    let bytes: [UInt8]
    do throws(CoTError) { bytes = try CoTWriter().bytes(event) } catch { throw .event(error) }
    do throws(NetworkError) { try await stream.write(bytes) } catch { throw .network(error) }
  }

  private func listen(to stream: any ByteStream) async -> GatewayError {
    while true {
      do throws(NetworkError) {
        guard let bytes = try await stream.read(upTo: 32 << 10) else { return .ended }
        let effects = machine?.receive(bytes, at: world.moment(), now: world.now()) ?? []
        if let error = await perform(effects, on: stream) { return error }
      } catch { return .network(error) }
    }
  }

  private func keepAlive(_ stream: any ByteStream) async -> GatewayError {
    while let deadline = machine?.deadline {
      let rest = deadline - world.moment()
      if rest > .zero { do { try await world.sleep(rest) } catch { return .ended } }
      let effects = machine?.tick(at: world.moment(), now: world.now()) ?? []
      if let error = await perform(effects, on: stream) { return error }
    }
    return .ended
  }

  /// What is handed in meanwhile waits as well and goes in its turn.
  private func flush(to stream: any ByteStream) async -> GatewayError? {
    while true {
      let waiting = pending.take(at: world.now())
      guard !waiting.isEmpty else { break }
      for event in waiting {
        do throws(GatewayError) { try await write(event, to: stream) } catch { return error }
      }
    }
    isFlushed = true
    return nil
  }

  private func perform(_ effects: [TakStreamMachine.Effect], on stream: any ByteStream) async -> GatewayError? {
    for effect in effects {
      switch effect {
      case .send(let bytes):
        // What the server said before it went is better known to who reads.
        do throws(NetworkError) { try await stream.write(bytes) } catch .closed { continue } catch {
          return .network(error)
        }
      case .connected:
        output.yield(.connected)
        if let error = await flush(to: stream) { return error }
      case .event(let event): output.yield(.event(event))
      case .dropped(let error): output.yield(.dropped(error))
      case .end(let error): return error
      }
    }
    return nil
  }
}

extension GatewayError {
  /// Whether trying again changes nothing until a person does something.
  var isFinal: Bool {
    guard case .network(let error) = self else { return false }
    return switch error {
    case .clientCertificateRefused, .identity, .anchorsUnavailable: true
    default: false
    }
  }

  /// Whether somebody else than the server may have answered.
  var isWrongServer: Bool {
    guard case .network(let error) = self else { return false }
    return switch error {
    case .untrusted, .pinMismatch, .hostMismatch, .expired, .notYetValid, .notTLS: true
    default: false
    }
  }
}
