#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  extension OpenSocket {
    /// Hands out what has come, at most 64 datagrams, so that one busy socket starves no other. What is larger than
    /// `limit` or empty is dropped.
    func receive(limit: Int, _ take: (SocketAddress, [UInt8]) -> Void) {
      // One byte more shows what was cut.
      var buffer = [UInt8](repeating: 0, count: limit + 1)
      for _ in 0..<64 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = withUnsafeMutablePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            recvfrom(file, &buffer, buffer.count, 0, $0, &size)
          }
        }
        if count < 0 {
          // A neighbour's port is gone, or a signal came: the next datagram may be there.
          guard errno == ECONNREFUSED || errno == EINTR else { return }
          continue
        }
        guard (1...limit).contains(count), address.sin_family == sa_family_t(AF_INET) else { continue }
        take(SocketAddress(address), Array(buffer[..<count]))
      }
    }

    /// Sends or loses; a full buffer and a missing neighbour are losses like any other.
    func send(_ datagram: [UInt8], to address: SocketAddress) {
      _ = address.withSystemForm { sendto(file, datagram, datagram.count, 0, $0, $1) }
    }
  }
#endif
