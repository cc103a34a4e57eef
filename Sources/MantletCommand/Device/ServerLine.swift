#if os(Linux) && LinuxClient
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import TrustWire

  /// The way to one server: pinned TLS, or plain HTTP when the server is this machine.
  struct ServerLine: Sendable {
    private enum Way: Sendable {
      case pinned(PinnedHTTPTransport)
      case loopback(LoopbackHTTP)
    }

    private let way: Way
    /// What proofs name, as the caller wrote it.
    let address: String
    /// How often a server that asks for patience is asked again.
    private static let tries = 5

    /// - Throws: `ExitCode` 64 for an address that is neither; ``NetworkError`` for pins and anchors.
    init(_ text: String, slice: PolicySlice) throws {
      address = text
      if text.hasPrefix("http://") {
        let rest = text.dropFirst("http://".count).split(separator: ":", omittingEmptySubsequences: false)
        guard rest.count == 2, ["127.0.0.1", "localhost"].contains(rest[0]), let port = UInt16(rest[1]), port > 0 else {
          throw ExitStatus.stop(
            "--server: plain HTTP is for this machine only: http://127.0.0.1:PORT", ExitStatus.usage)
        }
        way = .loopback(LoopbackHTTP(port: port))
        return
      }
      do {
        let anchors = try TrustAnchors(slice.connection).resolved { () throws(NetworkError) in try SystemAnchors.load()
        }
        way = .pinned(
          try PinnedHTTPTransport(
            endpoint: try Endpoint(text),
            trust: try TrustEvaluation(anchors: anchors, pinning: try PinPolicy(slice.connection)),
            requirement: slice.network, now: { Date() }))
      } catch {
        throw ExitStatus.stop("--server: \(error)", ExitStatus.usage)
      }
    }

    var isLoopbackHTTP: Bool { if case .loopback = way { true } else { false } }

    /// One request; a server that says when to come again is asked again then, a few times.
    func send(
      _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) async throws -> LoopbackHTTP.Answer {
      for _ in 1..<Self.tries {
        let answer = try await once(method, path, headers, body)
        guard [429, 503].contains(answer.status), let wait = answer.headers["retry-after"].flatMap({ Int64($0) }) else {
          return answer
        }
        try await Task.sleep(for: .seconds(min(max(wait, 1), 60)))
      }
      return try await once(method, path, headers, body)
    }

    private func once(
      _ method: String, _ path: String, _ headers: [(String, String)], _ body: [UInt8]
    ) async throws -> LoopbackHTTP.Answer {
      switch way {
      case .loopback(let line): return try line.send(method, path, headers: headers, body: body)
      case .pinned(let transport):
        var fields = HTTPFields()
        for (name, value) in headers {
          guard let name = HTTPField.Name(name) else { continue }
          fields[name] = value
        }
        let request = HTTPRequest(
          method: method == "GET" ? .get : .post, scheme: "https", authority: nil, path: path, headerFields: fields)
        let answer = try await transport.send(request, body: body)
        return LoopbackHTTP.Answer(
          status: answer.response.status.code,
          headers: Dictionary(
            answer.response.headerFields.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { $1 }),
          body: answer.body)
      }
    }
  }
#endif
