#if Server
  /// What one client may take of the server's room and time before anything is decided about it.
  ///
  /// Protects against: slow and endless uploads, connections without end, and one address that takes everything. Does not
  /// protect against many machines at once: that is the network's job. Behind a proxy every client has the proxy's
  /// address: let the proxy count, and raise these.
  /// Source: BSI TR-03161-3 O.Source_1; CWE-400, CWE-770.
  public struct ServerLimits: Sendable, Hashable {
    /// Connections at a time; more wait in the system's queue until one ends. Connections without a request end after
    /// 60 seconds.
    public var connections: Int
    /// Connections at a time of one address; more are closed at once.
    public var connectionsPerAddress: Int
    /// Requests a minute of one address, burst included; beyond it the answer is 429 with Retry-After. An IPv6 address
    /// counts with its whole /64, because that is what one machine may choose from. 0 counts nothing.
    public var requestsPerMinute: Int
    /// Seconds from a request's head to the end of its body.
    public var bodySeconds: Int64
    /// Seconds to the end of a request's head, from the connection's start or its last answer.
    public var headSeconds: Int64
    /// Bytes of a request's body, counted while they arrive.
    public static let bodyBytes = 512 << 10

    /// Values below 1 count as 1, except that no requests a minute means no such limit.
    public init(
      connections: Int = 1024, connectionsPerAddress: Int = 256, requestsPerMinute: Int = 1200, bodySeconds: Int64 = 30,
      headSeconds: Int64 = 60
    ) {
      self.connections = max(1, connections)
      self.connectionsPerAddress = max(1, connectionsPerAddress)
      self.requestsPerMinute = max(0, requestsPerMinute)
      self.bodySeconds = max(1, bodySeconds)
      self.headSeconds = max(1, headSeconds)
    }
  }
#endif
