#if Server && canImport(Glibc)
  import Glibc

  /// The processor time of the calling thread: what the machine does besides does not count.
  enum ThreadTime {
    static var seconds: Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }
#endif
