import Foundation
import FoundationNetworking
import Security

/// One task from its first step to its last call.
struct Exchange: Sendable {
  let task: URLSessionTask
  let session: URLSession

  func run() async {
    var failure: (any Error)?
    do { try await perform(task.originalRequest, redirects: 0) } catch { failure = error }
    if task.isCancelled { failure = URLError(.cancelled) }
    let reason = failure
    await call { delegate in delegate?.urlSession(session, task: task, didCompleteWithError: reason) }
    session.isOver(task)
  }

  private func perform(_ request: URLRequest?, redirects: Int) async throws {
    guard let request, let url = request.url, let host = url.host, redirects < 20 else { throw URLError(.badURL) }
    guard url.scheme == "https" else { throw URLError(.appTransportSecurityRequiresSecureConnection) }
    let plain = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let authority = "\(plain):\(url.port ?? 443)"
    let connection = try await connection(to: plain, url.port ?? 443, authority)
    var fields = request.allHTTPHeaderFields ?? [:]
    for (name, value) in session.configuration.httpAdditionalHeaders ?? [:] {
      if let name = name as? String, let value = value as? String, fields[name] == nil { fields[name] = value }
    }
    if let cookie = session.cookie(for: authority) { fields["Cookie"] = cookie }
    let body = request.httpBody ?? Data()
    let target = (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?" + $0 } ?? "")
    var message = EmulatedServer.Request(request.httpMethod ?? "GET", target, fields, body)
    (message.cachePolicy, message.patience) = (request.cachePolicy.rawValue, request.timeoutInterval)
    let count = target.utf8.count + fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } + body.count
    try cancelled()
    switch connection.send(message, count: count) {
    case .stall, .bytes: try await stall()
    case .close, .cut:
      session.keep(nil, to: authority)
      throw URLError(.networkConnectionLost)
    case .garbage: throw URLError(.badServerResponse)
    case .parts(let parts): try await deliver(200, [:], parts, url)
    case .trickle(let body):
      // Each byte resets the limit for silence, so only that for the whole ends it.
      try await deliver(200, [:], [Data(body.prefix(1))], url)
      try await wait(session.configuration.timeoutIntervalForResource)
    case .answer(let status, let fields, let body):
      if let cookie = fields["Set-Cookie"] { session.setCookie(cookie, for: authority) }
      if (300..<400).contains(status), let place = fields["Location"],
        let next = URL(string: place, relativeTo: url)
      {
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        if let response, let follow = await redirect(response, URLRequest(url: next.absoluteURL)) {
          return try await perform(follow, redirects: redirects + 1)
        }
      }
      try await deliver(status, fields, [body], url)
    }
  }

  private func connection(to host: String, _ port: Int, _ authority: String) async throws -> EmulatedHandshake {
    if let kept = session.connection(to: authority) { return kept }
    let minimum = session.configuration.tlsMinimumSupportedProtocolVersion
    let handshake: EmulatedHandshake
    do {
      handshake = try EmulatedHandshake(
        to: host, port: port, minimum: minimum, in: session.internet, on: session.device)
    } catch EmulatedHandshake.Failure.notConnected {
      throw URLError(.cannotConnectToHost)
    } catch EmulatedHandshake.Failure.alert {
      throw URLError(.clientCertificateRejected)
    } catch EmulatedHandshake.Failure.unfinished(let drips) {
      let settings = session.configuration
      try await wait(drips ? settings.timeoutIntervalForResource : settings.timeoutIntervalForRequest)
    } catch { throw URLError(.secureConnectionFailed) }
    var credential = handshake.asksFirst ? try await clientCredential(host, port) : nil
    // Follows Apple: nobody is asked about a session that is resumed, and a protocol class has its own way of asking.
    if !handshake.server.isResumed, (session.configuration.protocolClasses ?? []).isEmpty {
      try await judge(handshake.trust, host, port)
    }
    try cancelled()
    if handshake.asksForClient, !handshake.asksFirst { credential = try await clientCredential(host, port) }
    try cancelled()
    do {
      try handshake.finish(
        identity: credential?.identity, chain: (credential?.certificates ?? []).compactMap { $0 as? SecCertificate })
    } catch {
      throw URLError(credential == nil ? .clientCertificateRequired : .clientCertificateRejected)
    }
    session.keep(handshake, to: authority)
    return handshake
  }

  private func judge(_ trust: SecTrust, _ host: String, _ port: Int) async throws {
    let space = URLProtectionSpace(
      host: host, port: port, method: NSURLAuthenticationMethodServerTrust, trust: trust)
    switch await answer(URLAuthenticationChallenge(space)) {
    case (.useCredential, let credential) where credential?.trust != nil: break
    case (.performDefaultHandling, _), (.useCredential, _):
      guard SecTrustEvaluateWithError(trust, nil) else { throw URLError(.serverCertificateUntrusted) }
    default: throw URLError(.cancelled)
    }
  }

  private func clientCredential(_ host: String, _ port: Int) async throws -> URLCredential? {
    let space = URLProtectionSpace(
      host: host, port: port, method: NSURLAuthenticationMethodClientCertificate, trust: nil)
    let (disposition, given) = await answer(URLAuthenticationChallenge(space))
    if disposition == .cancelAuthenticationChallenge { throw URLError(.cancelled) }
    return disposition == .useCredential ? given : nil
  }

  private func deliver(_ status: Int, _ fields: [String: String], _ parts: [Data], _ url: URL) async throws {
    guard let task = task as? URLSessionDataTask,
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    else { throw URLError(.badServerResponse) }
    try cancelled()
    let disposition = await ask(URLSession.ResponseDisposition.allow) { delegate, done in
      (delegate as? any URLSessionDataDelegate)?
        .urlSession(session, dataTask: task, didReceive: response, completionHandler: done) ?? done(.allow)
    }
    guard disposition == .allow else { throw URLError(.cancelled) }
    for part in parts where !part.isEmpty {
      try cancelled()
      await call { delegate in
        (delegate as? any URLSessionDataDelegate)?.urlSession(session, dataTask: task, didReceive: part)
      }
    }
    try cancelled()
  }

  private func answer(
    _ challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    await ask((.performDefaultHandling, nil)) { delegate, done in
      guard let delegate else { return done((.performDefaultHandling, nil)) }
      delegate.urlSession(session, task: task, didReceive: challenge) { done(($0, $1)) }
    }
  }

  private func redirect(_ response: HTTPURLResponse, _ request: URLRequest) async -> URLRequest? {
    await ask(request) { delegate, done in
      guard let delegate else { return done(request) }
      delegate.urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: done)
    }
  }

  /// Nothing comes: until the limit passes or somebody cancels.
  private func stall() async throws -> Never { try await wait(session.configuration.timeoutIntervalForRequest) }

  private func wait(_ seconds: TimeInterval) async throws -> Never {
    try? await Task.sleep(for: .seconds(seconds))
    throw URLError(.timedOut)
  }

  private func cancelled() throws { if task.isCancelled { throw URLError(.cancelled) } }

  private func ask<Answer: Sendable>(
    _ standard: Answer,
    _ body: @escaping @Sendable ((any URLSessionTaskDelegate)?, @escaping @Sendable (Answer) -> Void) -> Void
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      session.queue.addOperation {
        // Whoever is asked stays on the device that the session was made on.
        EmulatedDevice.$current.withValue(session.device) {
          body(session.delegate as? any URLSessionTaskDelegate) { continuation.resume(returning: $0) }
        }
      }
    }
  }

  private func call(_ body: @escaping @Sendable ((any URLSessionTaskDelegate)?) -> Void) async {
    await withCheckedContinuation { continuation in
      session.queue.addOperation {
        EmulatedDevice.$current.withValue(session.device) {
          body(session.delegate as? any URLSessionTaskDelegate)
        }
        continuation.resume()
      }
    }
  }
}
