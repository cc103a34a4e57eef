import Foundation
import HTTPTypes

/// Has the pins asked for again before a request that comes when they are due (``PinRecall``), and not only at the app's
/// start; and has those that are kept obeyed before any request, from the first one on that comes when they can be read.
///
/// Claim: a request that comes after the kept update has ended waits for the answer to that question, no longer than its
/// caller's patience lasts, and goes over a transport that obeys it. When the question fails, or takes longer, the request
/// goes on, judged by the pins that count without it: the built-in ones at least. Where the kept update still lives nobody
/// waits.
package struct RecallingTransport: HTTPTransport {
  private let inner: any HTTPTransport
  private let recall: PinRecall
  private let path: String
  private let now: @Sendable () -> Date
  private let patience: @Sendable () async -> Void
  private let settle: @Sendable () async -> Void
  private let question: @Sendable () async -> Void

  /// - Parameters:
  ///   - path: of the question itself, which waits for nobody.
  ///   - patience: returns when a request has waited long enough for an answer, or when its task is cancelled.
  ///   - settle: has what is kept obeyed; called before every request, the question included.
  ///   - question: asks and obeys; over `inner` or over this one.
  package init(
    _ inner: any HTTPTransport, recall: PinRecall, except path: String, now: @escaping @Sendable () -> Date,
    patience: @escaping @Sendable () async -> Void, settle: @escaping @Sendable () async -> Void,
    question: @escaping @Sendable () async -> Void
  ) {
    self.inner = inner
    self.recall = recall
    self.path = path
    self.now = now
    self.patience = patience
    self.settle = settle
    self.question = question
  }

  package func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
    await settle()
    // O.Ntwk_4#970
    if request.path != path, let asked = await recall.ask(at: now(), question) { try await wait(for: asked) }
    return try await inner.send(request, body: body)
  }

  /// The question is everybody's and goes on; only the waiting ends.
  private func wait(for question: Task<Void, Never>) async throws(NetworkError) {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let (answered, impatient) = (
      Task {
        await question.value
        end.finish()
      },
      Task { [patience] in
        await patience()
        end.finish()
      }
    )
    for await _ in ends {}
    answered.cancel()
    impatient.cancel()
    guard !Task.isCancelled else { throw .cancelled }
  }
}
