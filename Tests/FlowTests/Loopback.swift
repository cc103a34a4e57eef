import Foundation
import UntrustedInput

#if canImport(Glibc)
  import Glibc
#endif

/// A foreign client: plain HTTP/1.1 to 127.0.0.1, one connection a request, nothing of the program under test in it.
struct Loopback: Sendable {
  struct Answer: Sendable {
    let status: Int
    let body: [UInt8]
    /// Seconds, from the header.
    let retryAfter: Int?

    var node: JSONNode? { try? JSONReader().read(body) }
    subscript(name: String) -> String? { node?[name]?.string }
  }

  let port: Int

  func get(_ path: String, _ headers: [String: String] = [:]) -> Answer? { send("GET", path, headers, "") }

  /// - Parameter onWritten: called when the whole request is on its way.
  func post(
    _ path: String, _ fields: [String: String], _ headers: [String: String] = [:], onWritten: () -> Void = {}
  ) -> Answer? {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    let body = fields.map { "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
      .joined(separator: "&")
    return send(
      "POST", path, headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }, body,
      onWritten: onWritten)
  }

  /// - Parameter proof: a DPoP proof, for a bound token.
  func refresh(_ token: String, proof: String? = nil, onWritten: () -> Void = {}) -> Answer? {
    post(
      "/v1/token", ["grant_type": "refresh_token", "refresh_token": token],
      proof.map { ["DPoP": $0] } ?? [:], onWritten: onWritten)
  }

  /// Where a refresh is sent, as it stands in its proof.
  var tokenAddress: String { "http://127.0.0.1:\(port)/v1/token" }

  /// Nil when no whole answer came.
  func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: String, onWritten: () -> Void = {}
  ) -> Answer? {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
    var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    text += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let request = Array(text.utf8)
    guard Glibc.send(file, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
    onWritten()
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = recv(file, &buffer, buffer.count, 0)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return Self.parse(bytes)
  }

  private static func parse(_ bytes: [UInt8]) -> Answer? {
    let data = Data(bytes)
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: data[..<end.lowerBound], as: UTF8.self).lowercased()
    let body = Array(data[end.upperBound...])
    guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      let length = head.firstMatch(of: /content-length: (\d+)/).flatMap({ Int($0.output.1) }), length == body.count
    else { return nil }
    return Answer(
      status: status, body: body, retryAfter: head.firstMatch(of: /retry-after: (\d+)/).flatMap { Int($0.output.1) })
  }
}
