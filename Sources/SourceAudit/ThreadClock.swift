#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The processor time of one thread, for others to read: what the machine does besides does not count.
struct ThreadClock: Sendable {
  #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    private let id: clockid_t?

    /// Of the calling thread. Source: pthread_getcpuclockid(3).
    init() {
      var id = clockid_t()
      self.id = pthread_getcpuclockid(pthread_self(), &id) == 0 ? id : nil
    }

    /// Since the thread began; nil where the system does not tell, or the thread has ended.
    var spent: Duration? {
      var time = timespec()
      guard let id, clock_gettime(id, &time) == 0 else { return nil }
      return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
  #else
    let spent: Duration? = nil
  #endif
}
