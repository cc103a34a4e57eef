#if LinuxClient
  import NIOCore
  import NetworkTrust
  import SecurityPolicy
  import Synchronization

  /// One request on its way: its time limits, its off switch, and the first reason why it ended.
  ///
  /// The first reason wins: a refused certificate, a passed limit or a cancellation shows up again as a closed
  /// connection a moment later, and that would tell the caller nothing.
  final class Exchange: Sendable {
    private struct State {
      var reason: NetworkError?
      var channel: (any Channel)?
      /// Still connecting, to one of several addresses each.
      var attempts: [any Channel] = []
      var abandon: (@Sendable (NetworkError) -> Void)?
      var timer: Scheduled<Void>?
      var hasFirstByte = false
    }

    private let state = Mutex(State())
    let loop: any EventLoop
    private let end: NIODeadline

    /// Both limits count from here: waiting, looking up the name and connecting are part of them.
    init(on loop: any EventLoop, requirement: NetworkRequirement) {
      let began = NIODeadline.now()
      self.loop = loop
      end = began + TimeAmount(requirement.resourceTimeout)
      expire(at: min(began + TimeAmount(requirement.requestTimeout), end))
    }

    /// One timer for both limits: most answers are whole before either passes.
    private func expire(at deadline: NIODeadline) {
      let timer = loop.scheduleTask(deadline: deadline) { [weak self] in
        guard let self else { return }
        if deadline < end, state.withLock({ $0.hasFirstByte }) { expire(at: end) } else { stop(.timeout) }
      }
      state.withLock { $0.timer = timer }
    }

    var reason: NetworkError? { state.withLock { $0.reason } }

    /// Keeps the reason without ending anything: the handshake ends by itself and tells the server.
    func note(_ reason: NetworkError) {
      state.withLock { $0.reason = $0.reason ?? reason }
    }

    func stop(_ reason: NetworkError) {
      let (channels, abandon, first) = state.withLock { state in
        state.reason = state.reason ?? reason
        return (state.attempts + [state.channel].compactMap(\.self), state.abandon, state.reason ?? reason)
      }
      abandon?(first)
      for channel in channels { channel.close(mode: .all, promise: nil) }
    }

    /// An end of the exchange ends this one, too, before it has connected.
    /// - Returns: false when the exchange has ended already; the channel is not needed any more.
    func attempt(_ channel: any Channel) -> Bool {
      state.withLock {
        guard $0.reason == nil else { return false }
        $0.attempts.append(channel)
        return true
      }
    }

    /// - Returns: false when the exchange has ended already; the channel is not needed any more.
    func adopt(_ channel: any Channel) -> Bool {
      state.withLock {
        guard $0.reason == nil else { return false }
        ($0.channel, $0.attempts) = (channel, [])
        return true
      }
    }

    /// The channel is somebody else's as well from now on; an end of this exchange does not end it.
    /// - Returns: false when the exchange has ended already, and the channel with it.
    func release() -> Bool {
      state.withLock {
        $0.channel = nil
        return $0.reason == nil
      }
    }

    func firstByteArrived() {
      state.withLock { $0.hasFirstByte = true }
    }

    /// The exchange is over: it touches the channel no more, and no timer is left.
    func finish() {
      let timer = state.withLock { state in
        (state.channel, state.attempts) = (nil, [])
        state.abandon = nil
        defer { state.timer = nil }
        return state.timer
      }
      timer?.cancel()
    }

    /// Waits for the promise or for the end of the exchange, whichever comes first.
    func value<Value: Sendable>(of promise: EventLoopPromise<Value>) async throws(NetworkError) -> Value {
      let ended = state.withLock { state in
        state.abandon = { promise.fail($0) }
        return state.reason
      }
      if let ended { promise.fail(ended) }
      do { return try await promise.futureResult.get() } catch { throw reason ?? NetworkError(error) }
    }
  }

  extension TimeAmount {
    init(_ duration: Duration) {
      let (seconds, attoseconds) = duration.components
      // A century: beyond it the arithmetic below would overflow, and no request waits that long.
      let bounded = min(max(seconds, 0), 3_155_760_000)
      self = .nanoseconds(bounded * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
  }
#endif
