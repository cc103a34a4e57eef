public import Dispatch
import Foundation

/// Follows Apple: all that is found is told at once whenever it changes, oneself among it. Left out: TXT records, other
/// descriptors.
public final class NWBrowser {
  public enum State: Equatable, Sendable {
    case setup
    case ready
    case failed(NWError)
    case cancelled
    case waiting(NWError)
  }

  public enum Descriptor: Sendable {
    case bonjour(type: String, domain: String?)
  }

  public struct Result: Hashable, Sendable {
    public let endpoint: NWEndpoint

    public enum Change: Hashable, Sendable {
      case identical
      case added(NWBrowser.Result)
      case removed(NWBrowser.Result)
    }
  }

  let parameters: NWParameters
  private let type: String
  private let network = EmulatedLocalNetwork.current
  private let address: String
  private var queue: DispatchQueue?
  private var results: Set<Result> = []
  public var stateUpdateHandler: (@Sendable (State) -> Void)?
  public var browseResultsChangedHandler: (@Sendable (Set<Result>, Set<Result.Change>) -> Void)?

  public init(for descriptor: Descriptor, using parameters: NWParameters) {
    guard case .bonjour(let type, _) = descriptor else { preconditionFailure("only Bonjour is emulated") }
    self.type = type
    self.parameters = parameters
    address = network.newAddress()
  }

  public var browseResults: Set<Result> { network.locked { results } }

  public func start(queue: DispatchQueue) {
    network.locked {
      self.queue = queue
      let handler = stateUpdateHandler
      if let error = network.denied { return queue.async { handler?(.waiting(error)) } }
      queue.async { handler?(.ready) }
      network.enter(self)
    }
  }

  public func cancel() {
    network.locked {
      network.leave(self)
      let handler = stateUpdateHandler
      queue?.async { handler?(.cancelled) }
    }
  }

  func found(_ endpoints: [NWEndpoint]) {
    let new = Set(
      endpoints.compactMap { endpoint -> Result? in
        guard case .service(let name, let type, let domain, _) = endpoint, type == self.type else { return nil }
        let interface = NWInterface(place: EmulatedPlace(network: network, address: address))
        return Result(endpoint: .service(name: name, type: type, domain: domain, interface: interface))
      })
    guard new != results else { return }
    let (added, removed) = (new.subtracting(results), results.subtracting(new))
    let changes = added.map(Result.Change.added) + removed.map(Result.Change.removed)
    results = new
    let handler = browseResultsChangedHandler
    queue?.async { handler?(new, Set(changes)) }
  }
}
