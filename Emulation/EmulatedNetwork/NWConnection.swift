public import Dispatch
public import Foundation
import Security
import Synchronization

/// A connection to a server of `EmulatedInternet` with TLS, or to a service of `EmulatedLocalNetwork` without. Follows Apple: preparing, then ready or failed; with a verify block the
/// handshake waits for its answer, and no byte goes out before; a connection that could not be made waits. Left out:
/// datagrams, contexts, `waiting` that ends by itself, paths with TLS.
public final class NWConnection {
  public enum State: Equatable, Sendable {
    case setup
    case waiting(NWError)
    case preparing
    case ready
    case failed(NWError)
    case cancelled
  }

  public final class ContentContext {
    public static var defaultMessage: ContentContext { ContentContext() }
  }

  public enum SendCompletion {
    case contentProcessed((NWError?) -> Void)
    case idempotent
  }

  private let link: any EmulatedTransport
  /// Whom it was made to, or who made it.
  public let endpoint: NWEndpoint

  public init(host: NWEndpoint.Host, port: NWEndpoint.Port, using: NWParameters) {
    endpoint = .hostPort(host: host, port: port)
    link = EmulatedLink(host.text, Int(port.rawValue), using)
  }

  public init(to endpoint: NWEndpoint, using: NWParameters) {
    self.endpoint = endpoint
    switch endpoint {
    case .hostPort(let host, let port): link = EmulatedLink(host.text, Int(port.rawValue), using)
    case .service: link = EmulatedPipe(to: endpoint, using)
    }
  }

  init(_ pipe: EmulatedPipe, from endpoint: NWEndpoint) {
    link = pipe
    self.endpoint = endpoint
  }

  /// Follows Apple: nil until there is one.
  public var currentPath: NWPath? { link.remote.map { NWPath(remoteEndpoint: $0) } }

  public var stateUpdateHandler: (@Sendable (State) -> Void)? {
    get { link.handler }
    set { link.handler = newValue }
  }

  public func start(queue: DispatchQueue) { link.start(queue) }

  /// Follows Apple: the handler hears of it, and whatever waits is told.
  public func cancel() { link.cancel() }

  public func send(content: Data?, completion: SendCompletion) { link.send(content ?? Data(), completion) }

  /// Follows Apple: at least the minimum, at most the maximum; the third value says that nothing more comes.
  public func receive(
    minimumIncompleteLength: Int, maximumLength: Int,
    completion: @escaping @Sendable (Data?, ContentContext?, Bool, NWError?) -> Void
  ) { link.receive(maximumLength, completion) }
}
