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
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
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
        guard (1...limit).contains(count), let sender = SocketAddress(address) else { continue }
        take(sender, Array(buffer[..<count]))
      }
    }

    /// Sends or loses; a full buffer and a missing neighbour are losses like any other.
    ///
    /// - Returns: the system's number when it is no loss of that kind, else 0.
    @discardableResult
    func send(_ datagram: [UInt8], to address: SocketAddress) -> Int32 {
      let count = address.withSystemForm { sendto(file, datagram, datagram.count, 0, $0, $1) }
      guard count < 0, ![EAGAIN, ENOBUFS, EINTR, ECONNREFUSED].contains(errno) else { return 0 }
      return errno
    }
  }
#endif
