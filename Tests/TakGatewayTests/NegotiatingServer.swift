#if TAK
  import CursorOnTarget
  import NetworkTrust
  import SecurityTesting
  import Synchronization

  /// A server that offers version 1 of the TAK protocol, without a network: it reads what its client writes in the version
  /// that holds, and notes where the client breaks a rule.
  final class NegotiatingServer: ByteStream {
    private struct State {
      var events = CoTStreamReader()
      var messages: TAKStreamReader?
      /// Between the client's request and our answer.
      var isAsked = false
      var words: [String] = []
    }

    private let inner = InMemoryByteStream()
    private let state = Mutex(State())
    private let offer: CoTLine
    private let now: CoTTime
    private let output = AsyncStream.makeStream(of: String.self)

    init(at now: CoTTime) throws {
      self.now = now
      offer = try CoTLine("4f6c0000-offer")
    }

    /// What the client did so far: `ping`, `request`, uid and version of each event, and `fault` for a broken rule.
    var words: [String] { state.withLock { $0.words } }

    /// Returns when the client did this.
    func saw(_ word: String) async { for await said in output.stream where said == word { return } }

    func offer(_ versions: [Int]) throws { inner.receive(try xml(.support(versions))) }

    /// Answers the request, and speaks messages from then on if it is granted.
    func answer(_ isGranted: Bool) throws {
      let bytes = try xml(.response(isGranted))
      state.withLock { state in
        state.isAsked = false
        if isGranted { state.messages = TAKStreamReader() }
      }
      inner.receive(bytes)
    }

    /// Relays an event in the version that holds, or in XML all the same.
    func say(_ event: CoTEvent, asXML: Bool = false) throws {
      inner.receive(try bytes(event, isMessage: !asXML && state.withLock { $0.messages != nil }))
    }

    func end() { inner.end() }

    func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? { try await inner.read(upTo: limit) }
    func close() async { await inner.close() }

    func write(_ bytes: [UInt8]) async throws(NetworkError) {
      try await inner.write(bytes)
      let (words, answers) = state.withLock { hear(bytes, &$0) }
      for answer in answers { inner.receive(answer) }
      for word in words { output.continuation.yield(word) }
    }

    private func hear(_ bytes: [UInt8], _ state: inout State) -> (words: [String], answers: [[UInt8]]) {
      var (words, answers): ([String], [[UInt8]]) = ([], [])
      do {
        if state.messages == nil { try state.events.receive(bytes) } else { try state.messages?.receive(bytes) }
        while let event = try next(&state) {
          if state.isAsked { words.append("fault") }
          switch event.type {
          case .ping:
            words.append("ping")
            answers.append(try self.bytes(.pong(from: CoTLine("takPong"), at: now), isMessage: state.messages != nil))
          case .protocolRequest:
            let isRight = try TAKControl(event) == .request(1) && event.uid == offer && state.messages == nil
            words.append(isRight ? "request" : "fault")
            state.isAsked = true
          default: words.append("\(event.uid) \(state.messages == nil ? 0 : 1)")
          }
        }
      } catch { words.append("fault") }
      state.words += words
      return (words, answers)
    }

    private func next(_ state: inout State) throws -> CoTEvent? {
      if state.messages == nil { return try state.events.next().map { try CoTReader().read($0) } }
      return try state.messages?.next().flatMap { try TAKMessage(reading: $0).event }
    }

    private func xml(_ control: TAKControl) throws -> [UInt8] {
      try CoTWriter().bytes(control.event(uid: offer, at: now))
    }

    private func bytes(_ event: CoTEvent, isMessage: Bool) throws -> [UInt8] {
      isMessage ? TAKStreamReader.frame(try TAKMessage(event: event).bytes()) : try CoTWriter().bytes(event)
    }
  }
#endif
