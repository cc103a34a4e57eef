#if Audit
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  extension Descriptor {
    /// Whether there is something to read, or an end, before so many seconds have passed. A signal does not cut it short.
    static func hasMore(_ descriptor: Int32, within seconds: Int) -> Bool {
      let end = ContinuousClock.now + .seconds(seconds)
      while true {
        let left = max(.zero, end - .now)
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let result = poll(&waiting, 1, Int32((left / .milliseconds(1)).rounded(.up)))
        if result > 0 || result < 0 && errno != EINTR { return true }
        if result == 0 { return false }
      }
    }
  }
#endif
