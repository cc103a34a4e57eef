#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// TCP ports of this device that something listens on.
  ///
  /// Connects to 127.0.0.1 and closes at once: reading the kernel's table takes a thousand times as long, and recent
  /// Android refuses it. Any program may use such a port. A port that cannot be asked hides none that was found.
  enum PortEngine {
    @Sendable static func open(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      var found: [String] = []
      var failure: SystemCallFailure?
      for port in values.compactMap({ UInt16($0) }) {
        let result = mantlet_raw_connect(port, 20)
        if result == 0 {
          found.append("port \(port)")
        } else if result != -Int(SystemCallFailure.connectionRefused) {
          failure = .refused(Int32(-result))
        }
      }
      if found.isEmpty, let failure { throw failure }
      return .of(found)
    }
  }

#endif
