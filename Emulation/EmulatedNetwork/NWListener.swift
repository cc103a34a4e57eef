public import Dispatch
public import Foundation

/// Follows Apple: ready once its service is known to others; a connection that nobody starts or cancels stays open. Left out:
/// ports, limits, TXT records, a name that is changed because another one has it.
public final class NWListener {
  public enum State: Equatable, Sendable {
    case setup
    case waiting(NWError)
    case ready
    case failed(NWError)
    case cancelled
  }

  public struct Service: Equatable, Sendable {
    let name: String?
    let type: String
    public init(name: String? = nil, type: String, domain: String? = nil, txtRecord: Data? = nil) {
      self.name = name
      self.type = type
    }
  }

  let parameters: NWParameters
  private let network = EmulatedLocalNetwork.current
  let address: String
  private var queue: DispatchQueue?
  public var service: Service?
  public var stateUpdateHandler: (@Sendable (State) -> Void)?
  public var newConnectionHandler: (@Sendable (NWConnection) -> Void)?

  public init(using parameters: NWParameters) throws {
    self.parameters = parameters
    address = network.newAddress()
  }

  public func start(queue: DispatchQueue) {
    network.locked {
      self.queue = queue
      let handler = stateUpdateHandler
      if let error = network.denied { return queue.async { handler?(.waiting(error)) } }
      network.enter(self)
      queue.async { handler?(.ready) }
    }
  }

  public func cancel() {
    network.locked {
      network.leave(self)
      let handler = stateUpdateHandler
      queue?.async { handler?(.cancelled) }
    }
  }

  func endpoint(in network: EmulatedLocalNetwork) -> NWEndpoint? {
    guard let service, let name = service.name else { return nil }
    let interface = NWInterface(place: EmulatedPlace(network: network, address: nil))
    return .service(name: name, type: service.type, domain: "local.", interface: interface)
  }

  func take(_ connection: NWConnection) {
    let (handler, handed) = (newConnectionHandler, Handed(value: connection))
    queue?.async { handler?(handed.value) }
  }

  private struct Handed: @unchecked Sendable {
    // @unchecked: handed to the listener's queue, as at Apple.
    let value: NWConnection
  }
}
