public import CursorOnTarget
public import NetworkTrust

/// A lasting connection to a TAK server over a seam for streams: made again when it breaks, pinged while it is silent.
///
/// Claim: ``TakNotice/connected`` comes only after the server answered a ping or sent an event, for a TLS handshake
/// alone says nothing about what the server thinks of our certificate. What was handed in while there was no connection
/// is sent later only if it still holds; emergencies wait apart from the rest, and outlive a connection that broke
/// before the server answered a ping that was sent behind them. There is no fallback to anything less than the opener's
/// TLS. Where the server offers version 1 of the TAK protocol it is asked for; after a stream that may have ended
/// because of that, XML stays.
///
/// Not protected: the server reads all, and may relay anything under any uid.
/// Source: RFC 8446, section 4.4.2; TR-03161-1 O.Ntwk_1; MASVS-NETWORK-1.
public actor TakConnection {
  private struct Dice: RandomNumberGenerator {
    let word: @Sendable () -> UInt64
    mutating func next() -> UInt64 { word() }
  }

  /// Why an event was not written.
  private struct Broken {
    let error: GatewayError
    /// Whether it is a call that was ended meanwhile.
    var wasEnded = false
  }

  private let opener: any ByteStreamOpener
  private let uid: CoTLine
  private let world: World
  private let rule: ReconnectRule
  private var asksForMessages: Bool
  private var pending = PendingEvents()
  /// To the present stream, and what was sent or arrived over any.
  private var unproven = UnprovenEmergencies()
  private var writing = WritingEmergencies()
  private var stream: (any ByteStream)?
  private var machine: TakStreamMachine?
  /// Whether what waited for this connection is out: what is newer goes behind it.
  private var isFlushed = false
  /// The number of the stream over which what waits is being sent.
  private var flushing: Int?
  /// How many events were handed in.
  private var handedIn = 0
  /// Writes of this connection go out in the order in which they were made, so none in the old version behind a change.
  private var turns = Turns()
  private let output: AsyncStream<TakNotice>.Continuation
  /// The newest 1,024 if nobody reads.
  public nonisolated let notices: AsyncStream<TakNotice>

  /// - Parameters:
  ///   - opener: judges the server and holds the client's identity.
  ///   - uid: of this client.
  ///   - asksForMessages: whether version 1 is asked for where it is offered; never without the trait `TAK`.
  public init(
    opener: any ByteStreamOpener, uid: CoTLine, rule: ReconnectRule = ReconnectRule(), asksForMessages: Bool = true,
    world: World
  ) {
    (self.opener, self.uid, self.rule, self.world) = (opener, uid, rule, world)
    self.asksForMessages = asksForMessages
    (notices, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
  }

  /// Connects and connects again until the task is cancelled, or until trying again would change nothing. A server that
  /// is not the right one gets no byte and is a ``TakNotice/disconnected(_:)`` and a pause under the longest limit,
  /// half a minute on average, no end: anybody on the way can stand in for a moment. So is a refusal of our certificate
  /// before the handshake was complete, which with TLS 1.2 anybody on the way can say.
  ///
  /// - Throws: the reason: our own certificate is refused or cannot be used, or the anchors cannot be read.
  public func run() async throws(GatewayError) {
    var failures = 0
    var dice = Dice(word: world.random)
    while !Task.isCancelled {
      let began = world.moment()
      let (error, wasConnected, wasOpen) = await attempt()
      if Task.isCancelled { return }
      output.yield(.disconnected(error))
      if error.isFinal(wasOpen: wasOpen) { throw error }
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
    let (error, wasConnected, _) = await attempt()
    return (error, wasConnected)
  }

  private func attempt() async -> (error: GatewayError, wasConnected: Bool, wasOpen: Bool) {
    let stream: any ByteStream
    do throws(NetworkError) { stream = try await opener.open() } catch { return (.network(error), false, false) }
    turns.end()
    (self.stream, isFlushed) = (stream, false)
    machine = TakStreamMachine(uid: uid, openedAt: world.moment(), asksForMessages: asksForMessages)
    let error = await withTaskGroup(of: GatewayError.self) { group in
      group.addTask { await self.listen(to: stream) }
      group.addTask { await self.keepAlive(stream) }
      let first = await group.next() ?? .ended
      group.cancelAll()
      // From here on nothing is given to it, and no write to it counts.
      turns.end()
      self.stream = nil
      // Before the others are waited for: a server that reads nothing more holds a write as long as the stream is open.
      await stream.close()
      return first
    }
    let wasConnected = machine?.isProven ?? false
    if machine?.isChangeInDoubt == true { asksForMessages = false }
    machine = nil
    restoreUnproven()
    return (error, wasConnected, true)
  }

  /// What they were written to may have been dead.
  private func restoreUnproven() {
    let written = unproven.events
    let again = unproven.takeAll(at: world.now())
    for event in written where !again.contains(event) { output.yield(.unsent(event.event)) }
    for event in again {
      for gone in takeBack(event) { output.yield(.unsent(gone)) }
    }
  }

  /// Sends the event now, or, while there is no connection or the server is asked for another version, as soon as it
  /// may and only if it still holds then. Of several that wait with one uid the newest counts, of emergencies the
  /// newest of each type, of a call for help and its end the end. An emergency whose connection broke is queued, also
  /// after it was sent: until the server answered a ping behind it, and unless a newer call or end under its uid was
  /// sent. The end of a call is not sent behind a newer call; its own call goes no more either way.
  ///
  /// - Throws: ``GatewayError/event(_:)`` for one too large, ``GatewayError/network(_:)`` or ``GatewayError/ended``
  ///   when the connection broke: the event is lost.
  @discardableResult
  public func send(_ event: CoTEvent) async throws(GatewayError) -> TakSending {
    handedIn += 1
    let handed = DatedEvent(event, at: world.now(), as: handedIn)
    endCalls(by: handed)
    if writing.holdsEnd(of: handed) { return .dropped }
    if event.endsCall, isReplaced(handed) { return .dropped }
    guard let stream, isFlushed, maySend else { return outcome(of: handed, pending.add(handed, at: world.now())) }
    let number = turns.number
    let broken: Broken?
    do throws(CoTError) { broken = try await write(handed, to: stream) } catch { throw .event(error) }
    if let broken {
      guard PendingEvents.isEmergency(event) else { throw broken.error }
      let gone = takeBack(handed, isEnded: broken.wasEnded)
      if !gone.contains(event) { flushAgain(after: number) }
      return outcome(of: handed, gone)
    }
    return .sent
  }

  /// A call that was ended is not sent any more, whatever becomes of its end: that may be stale, or find no room.
  private func endCalls(by end: DatedEvent) {
    unproven.forgetCalls(endedBy: end)
    writing.note(end)
    for ended in pending.forgetCalls(endedBy: end) { output.yield(.unsent(ended)) }
  }

  /// - Parameter gone: what no longer waits.
  private func outcome(of event: DatedEvent, _ gone: [CoTEvent]) -> TakSending {
    for other in gone where other != event.event { output.yield(.unsent(other)) }
    return gone.contains(event.event) ? .dropped : .queued
  }

  /// What was not written, or may not have arrived, waits again, unless it has nothing to say any more.
  ///
  /// - Parameter isEnded: whether it is a call that was ended while it was written.
  /// - Returns: what no longer waits; the event itself when it does not.
  private func takeBack(_ event: DatedEvent, isEnded: Bool = false) -> [CoTEvent] {
    guard !isEnded, !isReplaced(event) else { return [event.event] }
    return pending.restore(event, at: world.now())
  }

  /// Whether a newer call for help under its uid went to the server or is being written, or a newer end.
  private func isReplaced(_ event: DatedEvent) -> Bool {
    writing.outdates(event, on: turns.number) || unproven.outdates(event, at: world.now())
  }

  private var maySend: Bool { machine.map { $0.isConnected && !$0.isHoldingBack } ?? false }

  /// - Returns: nil when it was written, else why it has to be given back; an emergency is also given back when it was
  ///   written to a stream that has ended meanwhile.
  /// - Throws: for an event that no stream takes.
  private func write(_ event: DatedEvent, to stream: any ByteStream) async throws(CoTError) -> Broken? {
    guard self.stream != nil, let machine else { return Broken(error: .ended) }
    let bytes = try machine.bytes(event.event)
    let (number, pings) = (turns.number, unproven.pings)
    guard PendingEvents.isEmergency(event.event) else {
      do throws(NetworkError) { try await put(bytes, on: stream) } catch { return Broken(error: .network(error)) }
      return nil
    }
    writing.note(event)
    let place = writing.begin(event, on: number)
    do throws(NetworkError) { try await put(bytes, on: stream) } catch {
      return Broken(error: .network(error), wasEnded: writing.finish(place))
    }
    let wasEnded = writing.finish(place)
    // Nobody asks any more whether it arrived.
    guard number == turns.number else { return Broken(error: .ended, wasEnded: wasEnded) }
    // Ended while it was written: the end alone goes.
    if !wasEnded { unproven.wrote(event, behind: pings, at: world.now()) }
    return nil
  }

  /// Writes when what was given earlier is out. Nothing may wait between the making of these bytes and this call.
  private func put(_ bytes: [UInt8], on stream: any ByteStream) async throws(NetworkError) {
    try await put(bytes, on: stream, as: turns.take(), of: turns.number)
  }

  private func put(
    _ bytes: [UInt8], on stream: any ByteStream, as turn: Int, of number: Int
  ) async throws(NetworkError) {
    if !turns.isUp(turn) { await withCheckedContinuation { turns.wait(turn, $0) } }
    guard number == turns.number else { throw .closed }
    defer { if number == turns.number { turns.pass() } }
    try await stream.write(bytes)
  }

  private func listen(to stream: any ByteStream) async -> GatewayError {
    while true {
      do throws(NetworkError) {
        guard let bytes = try await stream.read(upTo: 32 << 10) else { return .ended }
        let answers = machine?.answers ?? 0
        let effects = machine?.receive(bytes, at: world.moment(), now: world.now()) ?? []
        for _ in answers..<(machine?.answers ?? answers) { unproven.answered() }
        if machine?.isHoldingBack == true { isFlushed = false }
        if let error = await perform(effects, on: stream) { return error }
        if let error = await flush(to: stream) { return error }
      } catch { return .network(error) }
    }
  }

  private func keepAlive(_ stream: any ByteStream) async -> GatewayError {
    while let deadline = machine?.deadline {
      // What is received meanwhile can bring an earlier deadline.
      let rest = min(deadline - world.moment(), CoTLiveness.silence)
      if rest > .zero { do { try await world.sleep(rest) } catch { return .ended } }
      for effect in machine?.tick(at: world.moment(), now: world.now()) ?? [] {
        if case .end(let error) = effect { return error }
        if case .send(let bytes) = effect { ping(bytes, on: stream) }
      }
    }
    return .ended
  }

  /// In its turn, and without being waited for: behind a write that the server does not take, time goes on. A write
  /// that fails ends the stream, which whoever reads it hears.
  private func ping(_ bytes: [UInt8], on stream: any ByteStream) {
    let (turn, number) = (turns.take(), turns.number)
    unproven.pinged()
    Task { try? await put(bytes, on: stream, as: turn, of: number) }
  }

  /// What waits, once it may be sent; what is handed in meanwhile waits as well and goes in its turn.
  private func flush(to stream: any ByteStream) async -> GatewayError? {
    let number = turns.number
    guard !isFlushed, flushing != number else { return nil }
    flushing = number
    defer { if flushing == number { flushing = nil } }
    // While an event is written the stream may end, or the server be asked for another version.
    while number == turns.number, maySend {
      for event in pending.expire(at: world.now()) { output.yield(.unsent(event)) }
      guard let event = pending.takeFirst() else {
        isFlushed = true
        return nil
      }
      do throws(CoTError) {
        if let broken = try await write(event, to: stream) {
          for gone in takeBack(event, isEnded: broken.wasEnded) { output.yield(.unsent(gone)) }
          flushAgain(after: number)
          return broken.error
        }
        output.yield(.sent(event.event))
      } catch { output.yield(.unsent(event.event)) }
    }
    return nil
  }

  /// What comes now goes behind what a stream gave back; that goes at once where the next one is there already.
  private func flushAgain(after number: Int) {
    isFlushed = false
    guard number != turns.number, maySend else { return }
    Task { if let stream = self.stream { _ = await self.flush(to: stream) } }
  }

  private func perform(_ effects: [TakStreamMachine.Effect], on stream: any ByteStream) async -> GatewayError? {
    for effect in effects {
      switch effect {
      case .send(let bytes):
        // What the server said before it went is better known to who reads.
        do throws(NetworkError) { try await put(bytes, on: stream) } catch .closed { continue } catch {
          return .network(error)
        }
      case .connected:
        output.yield(.connected)
        if let error = await flush(to: stream) { return error }
      case .version(let version): output.yield(.version(version))
      case .event(let event): output.yield(.event(event))
      case .dropped(let error): output.yield(.dropped(error))
      case .end(let error): return error
      }
    }
    return nil
  }
}
