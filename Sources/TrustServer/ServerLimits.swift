#if Server
  /// What one client may take of the server's room and time before anything is decided about it.
  ///
  /// Protects against: slow and endless uploads, and connections without end. Does not protect against many machines at
  /// once: that is the network's job.
  /// Source: BSI TR-03161-3 O.Source_1; CWE-400, CWE-770.
  public struct ServerLimits: Sendable, Hashable {
    /// Connections at a time; more wait in the system's queue until one ends. Connections without a request end after
    /// 60 seconds.
    public var connections: Int
    /// Seconds from a request's head to the end of its body.
    public var bodySeconds: Int64
    /// Bytes of a request's body, counted while they arrive.
    public static let bodyBytes = 512 << 10

    /// Values below 1 count as 1.
    public init(connections: Int = 1024, bodySeconds: Int64 = 30) {
      self.connections = max(1, connections)
      self.bodySeconds = max(1, bodySeconds)
    }
  }
#endif
