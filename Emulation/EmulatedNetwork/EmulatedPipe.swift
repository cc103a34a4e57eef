import Dispatch
import Foundation

extension NWEndpoint {
  fileprivate static func at(_ address: String) -> NWEndpoint {
    .hostPort(host: Host(address), port: Port(number: 49_152))
  }
}

/// One end of a byte stream between two devices, without TLS. A sender is told to go on when the other side has read.
final class EmulatedPipe: EmulatedTransport, @unchecked Sendable {
  // @unchecked: everything that changes is behind the lock of the network.
  typealias Reader = @Sendable (Data?, NWConnection.ContentContext?, Bool, NWError?) -> Void

  private static let room = 64 * 1024
  private let network: EmulatedLocalNetwork
  private let endpoint: NWEndpoint?
  private var peer: NWEndpoint?
  private let parameters: NWParameters
  private var told: (@Sendable (NWConnection.State) -> Void)?
  private var queue: DispatchQueue?
  private var other: EmulatedPipe?
  private var inbox = Data()
  private var isAtEnd = false
  private var isOver = false
  private var reader: (count: Int, done: Reader)?
  private var sent: [(NWError?) -> Void] = []

  /// The side that dials.
  init(to endpoint: NWEndpoint, _ parameters: NWParameters) {
    self.endpoint = endpoint
    self.parameters = parameters
    network = if case .service(_, _, _, let interface?) = endpoint { interface.place.network } else { .current }
  }

  /// The side that is dialled.
  private init(from other: EmulatedPipe, at peer: NWEndpoint, _ parameters: NWParameters) {
    endpoint = nil
    self.peer = peer
    self.parameters = parameters
    network = other.network
    self.other = other
  }

  var handler: (@Sendable (NWConnection.State) -> Void)? {
    get { network.locked { told } }
    set { network.locked { told = newValue } }
  }

  var remote: NWEndpoint? { network.locked { peer } }

  private func tell(_ state: NWConnection.State) {
    let told = told
    queue?.async { told?(state) }
  }

  func start(_ queue: DispatchQueue) {
    network.locked {
      self.queue = queue
      tell(.preparing)
      guard let endpoint else { return tell(.ready) }
      guard let listener = network.listener(endpoint), network.isReachable(parameters, listener.parameters) else {
        return tell(.waiting(.posix(.ECONNREFUSED)))
      }
      guard parameters.tls == nil, listener.parameters.tls == nil else {
        return tell(.failed(.posix(.EPROTONOSUPPORT)))
      }
      let caller = NWEndpoint.at(ownAddress)
      let far = EmulatedPipe(from: self, at: caller, listener.parameters)
      other = far
      peer = .at(listener.address)
      tell(.ready)
      listener.take(NWConnection(far, from: caller))
    }
  }

  private var ownAddress: String {
    guard case .service(_, _, _, let interface?) = endpoint, let address = interface.place.address else {
      return network.newAddress()
    }
    return address
  }

  func cancel() {
    network.locked {
      guard !isOver else { return }
      isOver = true
      finish(.posix(.ECANCELED))
      tell(.cancelled)
      other?.isAtEnd = true
      other?.deliver()
      other = nil
    }
  }

  private func finish(_ error: NWError) {
    let (reader, sent) = (reader, sent)
    (self.reader, self.sent) = (nil, [])
    queue?.async { reader?.done(nil, nil, false, error) }
    for call in sent { settle(call, error) }
  }

  private func settle(_ call: @escaping (NWError?) -> Void, _ error: NWError?) {
    let call = Sent(value: call)
    queue?.async { call.value(error) }
  }

  private struct Sent: @unchecked Sendable {
    // @unchecked: handed to the connection's queue, as at Apple.
    let value: (NWError?) -> Void
  }

  func send(_ content: Data, _ completion: NWConnection.SendCompletion) {
    network.locked {
      var call: (NWError?) -> Void = { _ in }
      if case .contentProcessed(let told) = completion { call = told }
      guard !isOver, !isAtEnd, let other else { return settle(call, .posix(.ENOTCONN)) }
      other.inbox.append(content)
      if other.inbox.count > Self.room { sent.append(call) } else { settle(call, nil) }
      other.deliver()
    }
  }

  func receive(_ count: Int, _ done: @escaping Reader) {
    network.locked {
      guard !isOver else { return queue?.async { done(nil, nil, false, .posix(.ECANCELED)) } ?? () }
      reader = (count, done)
      deliver()
    }
  }

  private func deliver() {
    guard let reader, !inbox.isEmpty || isAtEnd else { return }
    self.reader = nil
    let part = Data(inbox.prefix(reader.count))
    inbox = Data(inbox.dropFirst(part.count))
    let isLast = isAtEnd && inbox.isEmpty
    queue?.async { reader.done(part.isEmpty ? nil : part, nil, isLast, nil) }
    guard inbox.count <= Self.room, let other else { return }
    let calls = other.sent
    other.sent = []
    for call in calls { other.settle(call, nil) }
  }
}
