#if os(Linux)

  import Glibc

  /// Whether others, and files of `/proc` that only an owner may open, are open to this process's user.
  enum Dumpable {
    /// Root may open all of them whatever the flag says.
    static func becomeOther() -> Bool {
      if geteuid() != 0 { return true }
      return setgid(65534) == 0 && setuid(65534) == 0
    }

    /// Source: prctl(2), PR_SET_DUMPABLE.
    static func set(_ isDumpable: Bool) -> Bool {
      typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      guard let symbol = dlsym(nil, "prctl") else { return false }
      return unsafeBitCast(symbol, to: Control.self)(4, isDumpable ? 1 : 0, 0, 0, 0) == 0
    }
  }

#endif
