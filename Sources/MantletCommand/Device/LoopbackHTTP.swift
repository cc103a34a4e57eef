import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Plain HTTP/1.1 with a server on this machine, one connection a request: for tests of `mantlet serve --insecure-http`.
/// It connects to 127.0.0.1 and to nothing else. Nothing of it is protected from other users of this machine.
struct LoopbackHTTP: Sendable {
  /// Why no answer came; `errno` is the system's number.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case noConnection(errno: Int32)
    case broken(errno: Int32)
    case noAnswer

    var description: String {
      switch self {
      case .noConnection(let code): "nobody listens there (errno \(code))"
      case .broken(let code): "the connection broke (errno \(code))"
      case .noAnswer: "the answer is incomplete or no HTTP/1.1"
      }
    }
  }

  struct Answer: Sendable {
    let status: Int
    /// Lower-case names; of a repeated one the last.
    let headers: [String: String]
    let body: [UInt8]
  }

  /// The most that an answer may have.
  private static let limit = 1 << 20
  let port: UInt16

  func send(
    _ method: String, _ path: String, headers: [(String, String)], body: [UInt8]
  ) throws(Failure) -> Answer {
    let socket = try connection()
    defer { close(socket) }
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if method != "GET" { head += "Content-Length: \(body.count)\r\n" }
    try write(Array((head + "\r\n").utf8) + body, to: socket)
    return try Self.parse(try read(from: socket))
  }

  private func connection() throws(Failure) -> Int32 {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let file = socket(AF_INET, kind, 0)
    guard file >= 0 else { throw .noConnection(errno: errno) }
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 ? 0 : errno
      }
    }
    guard code == 0 else {
      close(file)
      throw .noConnection(errno: code)
    }
    return file
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    #if canImport(Darwin)
      let quietly: Int32 = 0
    #else
      let quietly = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(file, $0.baseAddress, $0.count, quietly) }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .broken(errno: errno)
      }
      rest = rest.dropFirst(count)
    }
  }

  private func read(from file: Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while bytes.count <= Self.limit {
      let count = recv(file, &buffer, buffer.count, 0)
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .broken(errno: errno)
      }
      bytes += buffer[..<count]
    }
    throw .noAnswer
  }

  private static func parse(_ bytes: [UInt8]) throws(Failure) -> Answer {
    let end: [UInt8] = [13, 10, 13, 10]
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { throw .noAnswer }
    let lines = String(decoding: bytes[..<start], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { throw .noAnswer }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw .noAnswer }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let body = Array(bytes[(start + 4)...])
    // A connection that broke in the middle looks like one that ended.
    guard let length = headers["content-length"].flatMap({ Int($0) }), length == body.count else { throw .noAnswer }
    return Answer(status: status, headers: headers, body: body)
  }
}
