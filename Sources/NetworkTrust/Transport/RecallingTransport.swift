import Foundation
import HTTPTypes

/// Has the pins asked for again before a request that comes when they are due (``PinRecall``), and not only at the app's
/// start.
///
/// Claim: a request that comes after the kept update has ended waits until the server was asked for another one, and goes
/// over a transport that obeys it. When the question fails the request goes on, judged by the pins that count without it:
/// the built-in ones at least.
package struct RecallingTransport: HTTPTransport {
  private let inner: any HTTPTransport
  private let recall: PinRecall
  private let path: String
  private let now: @Sendable () -> Date
  private let question: @Sendable () async -> Void

  /// - Parameters:
  ///   - path: of the question itself, which waits for nobody.
  ///   - question: asks and obeys; over `inner` or over this one.
  package init(
    _ inner: any HTTPTransport, recall: PinRecall, except path: String, now: @escaping @Sendable () -> Date,
    question: @escaping @Sendable () async -> Void
  ) {
    self.inner = inner
    self.recall = recall
    self.path = path
    self.now = now
    self.question = question
  }

  package func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
    // O.Ntwk_4#970
    if request.path != path { await recall.ask(at: now(), question) }
    return try await inner.send(request, body: body)
  }
}
