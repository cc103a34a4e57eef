import HTTPTypes
import NetworkTrust
import Synchronization

/// A transport without a network: a scripted server answers. It judges no certificate.
public final class InMemoryTransport: HTTPTransport {
  /// One request as the server got it.
  public struct Received: Sendable, Hashable {
    public let request: HTTPRequest
    public let body: [UInt8]
  }

  /// What the pretended server does with a request and its body.
  public typealias Handler = @Sendable (HTTPRequest, [UInt8]) async throws(NetworkError) -> HTTPAnswer

  private let handler: Handler
  private let log = Mutex<[Received]>([])

  public init(handler: @escaping Handler) { self.handler = handler }

  /// Every request so far, the first one first.
  public var received: [Received] { log.withLock { $0 } }

  public func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
    guard request.scheme == nil || request.scheme == "https" else { throw .notSecure }
    guard let path = request.path, path.hasPrefix("/") else { throw .invalidRequest }
    guard !Task.isCancelled else { throw .cancelled }
    log.withLock { $0.append(Received(request: request, body: body)) }
    return try await handler(request, body)
  }
}
