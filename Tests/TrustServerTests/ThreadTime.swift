#if Server && canImport(Glibc)
  import Glibc

  /// The processor time of the calling thread: what the machine does besides does not count.
  enum ThreadTime {
    static var seconds: Double {
      withUnsafeTemporaryAllocation(of: timespec.self, capacity: 1) { time in
        guard let first = time.baseAddress, clock_gettime(CLOCK_THREAD_CPUTIME_ID, first) == 0 else { return 0 }
        // Its members belong to another module for the compiler, depending on what else is built.
        let words = UnsafeRawBufferPointer(time)
        return Double(words.load(as: Int.self)) + Double(words.load(fromByteOffset: 8, as: Int.self)) / 1e9
      }
    }
  }
#endif
