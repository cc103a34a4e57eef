#if APPLE_EMULATION
  import Dispatch
  import Foundation
  import Network
  import PeerMesh
  import Synchronization

  /// Somebody on the network who looks for the service and dials it.
  final class Caller: @unchecked Sendable {
    // @unchecked: made once, then only read.
    private let browser = NWBrowser(
      for: .bonjour(type: "_mantlet-link._tcp", domain: nil),
      using: NWParameters(tls: nil, tcp: NWProtocolTCP.Options()))
    private let queue = DispatchQueue(label: "caller")
    private let known = Mutex<NWEndpoint?>(nil)
    private let endpoints: AsyncStream<NWEndpoint>

    init() {
      let (stream, output) = AsyncStream<NWEndpoint>.makeStream()
      endpoints = stream
      browser.browseResultsChangedHandler = { results, _ in for result in results { output.yield(result.endpoint) } }
      browser.start(queue: queue)
    }

    func endpoint() async -> NWEndpoint? {
      if let known = known.withLock({ $0 }) { return known }
      let found = await endpoints.first { _ in true }
      known.withLock { $0 = found }
      return found
    }

    /// - Parameter address: that of the device that dials.
    func dial(from address: String? = nil) async -> Connection? {
      guard var endpoint = await endpoint() else { return nil }
      if let address { endpoint = EmulatedLocalNetwork.found(endpoint, by: address) }
      let made = Connection(
        NWConnection(to: endpoint, using: NWParameters(tls: nil, tcp: NWProtocolTCP.Options())), queue)
      return await made.isReady() ? made : nil
    }

    final class Connection: @unchecked Sendable {
      // @unchecked: the emulated connection locks itself.
      private let connection: NWConnection
      private let over = Mutex(false)
      private let states: AsyncStream<Bool>
      private let output: AsyncStream<Bool>.Continuation

      init(_ connection: NWConnection, _ queue: DispatchQueue) {
        self.connection = connection
        (states, output) = AsyncStream.makeStream()
        connection.stateUpdateHandler = { [output] in
          if $0 == .ready { output.yield(true) }
          if case .waiting = $0 { output.yield(false) }
        }
        connection.start(queue: queue)
        read()
      }

      private func read() {
        connection.receive(minimumIncompleteLength: 1, maximumLength: 20_000) { [weak self] _, _, isLast, error in
          guard let self else { return }
          if isLast || error != nil { return self.over.withLock { $0 = true } }
          self.read()
        }
      }

      var isOver: Bool { over.withLock { $0 } }
      func isReady() async -> Bool { await states.first { _ in true } == true }
      func isEnded() async -> Bool { await eventually { isOver } }
      func send(_ bytes: [UInt8]) { connection.send(content: Data(bytes), completion: .idempotent) }
      func leave() { connection.cancel() }
    }
  }

  /// Somebody on the network who shows a service and answers with an id of its choice.
  final class Answerer: @unchecked Sendable {
    // @unchecked: made once, then only read.
    private let listener: NWListener
    private let all = Mutex<[Caller.Connection]>([])
    let connections: AsyncStream<Caller.Connection>

    var count: Int { all.withLock { $0.count } }
    /// Whether somebody came and was left again.
    var isLeft: Bool { all.withLock { !$0.isEmpty && $0.allSatisfy(\.isOver) } }

    init(name: String, says id: NearbyID) throws {
      listener = try NWListener(using: NWParameters(tls: nil, tcp: NWProtocolTCP.Options()))
      let queue = DispatchQueue(label: "answerer")
      let (stream, output) = AsyncStream<Caller.Connection>.makeStream()
      connections = stream
      listener.service = NWListener.Service(name: name, type: "_mantlet-link._tcp")
      listener.newConnectionHandler = { [weak self] connection in
        let made = Caller.Connection(connection, queue)
        self?.all.withLock { $0.append(made) }
        made.send(DatagramFraming.framed(NearbyGreeting(id: id).bytes))
        output.yield(made)
      }
      listener.start(queue: queue)
    }
  }
#endif
