import Foundation
import HTTPTypes
import NetworkTrust
import SecurityPolicy
import Synchronization

#if canImport(EmulatedURLSession)
  import EmulatedURLSession
#endif

/// One request: gathers its answer, and keeps the first reason why there is none.
final class Exchange: Sendable {
  typealias Answer = Result<HTTPAnswer, NetworkError>

  /// What was found out about the server of the connection that is being made for this request.
  private enum Server { case unjudged, held, asked, shown }

  private struct State {
    var server = Server.unjudged
    /// Whether a connection may have been there that took the request before the one that is being made now.
    var mayHaveLeft = false
    var response: HTTPResponse?
    var body: [UInt8] = []
    var reason: NetworkError?
    var waiter: CheckedContinuation<Answer, Never>?
    var answer: Answer?

    /// What the server knows of the client's identity. O.Ntwk_5#968
    var shown: ShownIdentity {
      switch server {
      case .unjudged: .unjudged
      case .held, .asked: .nobody
      case .shown: .offered
      }
    }
  }

  /// As whom the request was begun; none for nobody.
  let certificates: [[UInt8]]
  /// When its first byte has to be there.
  let deadline: ContinuousClock.Instant
  private let limit: Int
  private let headLimit: Int
  private let hasBody: Bool
  private let state = Mutex(State())

  /// - Parameter hasBody: false for an answer that only says how long its body would be.
  init(limits: TransportLimits, hasBody: Bool, certificates: [[UInt8]], deadline: ContinuousClock.Instant) {
    (self.certificates, self.deadline) = (certificates, deadline)
    limit = limits.answerSize
    headLimit = limits.headSize
    self.hasBody = hasBody
  }

  /// The verdict about the server of a new connection; what held before was about another one.
  func judged(holds: Bool) {
    state.withLock { state in
      if state.server != .unjudged { state.mayHaveLeft = true }
      state.server = holds ? .held : .unjudged
    }
  }

  /// The request may go over a connection that is there already.
  func mayBeTaken() { state.withLock { $0.mayHaveLeft = true } }

  /// We are somebody else by now. What may have left once, for the system repeats requests by itself, is not said to be
  /// unsent.
  func changed() {
    state.withLock { state in
      if state.reason == nil { state.reason = state.mayHaveLeft ? .closed : .identity(.changed) }
    }
  }

  /// Why the server that asks now gets no certificate of ours; nil when it was judged, which counts once.
  func refusalToShow() -> NetworkError? {
    state.withLock { state in
      switch state.server {
      case .unjudged: return .secureChannelRefused
      // It has its answer already, and asks again.
      case .asked, .shown: return state.shown.refusal
      case .held:
        state.server = .asked
        return nil
      }
    }
  }

  /// The server that was judged gets a certificate of ours.
  func shows() { state.withLock { $0.server = .shown } }

  /// The first reason stays: what follows from it says less.
  func note(_ reason: NetworkError) {
    state.withLock { if $0.reason == nil { $0.reason = reason } }
  }

  /// - Returns: whether the body may come.
  func began(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse, let head = HTTPResponse(response) else {
      note(.protocolViolation)
      return false
    }
    guard response.headSize <= headLimit else {
      note(.headTooLarge(limit: headLimit))
      return false
    }
    guard !hasBody || response.expectedContentLength <= Int64(limit) else {
      note(.tooLarge(limit: limit))
      return false
    }
    state.withLock {
      $0.response = head
      $0.body = []
    }
    return true
  }

  /// - Returns: whether there is room for it.
  func took(_ data: Data) -> Bool {
    state.withLock { state in
      guard state.body.count + data.count <= limit else {
        if state.reason == nil { state.reason = .tooLarge(limit: limit) }
        state.body = []
        return false
      }
      state.body.append(contentsOf: data)
      return true
    }
  }

  /// - Parameter pinMatch: of the connections that the answer may have come over.
  func ended(_ error: (any Error)?, pinMatch: Verdict) {
    let (waiter, answer) = state.withLock { state -> (CheckedContinuation<Answer, Never>?, Answer) in
      let answer: Answer
      if let reason = state.reason {
        answer = .failure(reason)
      } else if let error {
        answer = .failure(NetworkError(error, limit: limit, shown: state.shown))
      } else if let response = state.response {
        answer = .success(HTTPAnswer(response: response, body: state.body, pinMatch: pinMatch))
      } else {
        answer = .failure(.protocolViolation)
      }
      defer { state.waiter = nil }
      state.answer = answer
      state.body = []
      return (state.waiter, answer)
    }
    waiter?.resume(returning: answer)
  }

  func answer() async -> Answer {
    await withCheckedContinuation { waiter in
      let known = state.withLock { state in
        if state.answer == nil { state.waiter = waiter }
        return state.answer
      }
      if let known { waiter.resume(returning: known) }
    }
  }
}

extension HTTPURLResponse {
  /// As HTTP/1.1 writes its fields.
  fileprivate var headSize: Int {
    allHeaderFields.reduce(0) { size, field in
      size + ((field.key as? String)?.utf8.count ?? 0) + ((field.value as? String)?.utf8.count ?? 0) + 4
    }
  }
}

extension HTTPResponse {
  /// Nil for a status that HTTP has not.
  fileprivate init?(_ response: HTTPURLResponse) {
    guard (100...999).contains(response.statusCode) else { return nil }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    self.init(status: .init(code: response.statusCode), headerFields: fields)
  }
}
