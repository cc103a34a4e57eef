#if Server
  import TrustWire

  /// What one client may take of the server's room and time before anything is decided about it.
  ///
  /// Protects against: slow and endless uploads, connections without end, and one address that takes everything. Does not
  /// protect against many machines at once: that is the network's job. Behind a proxy every client has the proxy's
  /// address, unless the proxy is one of ``trustedProxies``.
  /// Source: BSI TR-03161-3 O.Source_1; CWE-400, CWE-770.
  public struct ServerLimits: Sendable, Hashable {
    /// Connections at a time; more wait in the system's queue until one ends.
    public var connections: Int
    /// Connections at a time of one address; more are closed at once. Does not count trusted proxies. More where many
    /// devices share one address; as many addresses as go into ``connections`` can hold them all.
    public var connectionsPerAddress: Int
    /// Requests a minute of one address, burst included; beyond it the answer is 429 with Retry-After. An IPv6 address
    /// counts with its whole /64, because that is what one machine may choose from. 0 counts nothing.
    public var requestsPerMinute: Int
    /// Requests a minute of one device in the attested tier, burst included; 0 counts nothing. What an unattested one may
    /// do says the policy, and so for reports and refreshes of every device.
    public var requestsPerDevice: Int
    /// Questions about tokens a minute of one address (RFC 7662), which count by themselves: a resource server asks for
    /// all its clients. 0 counts nothing.
    public var introspectionsPerMinute: Int
    /// Challenges a minute of one address, burst included; an IPv6 address counts with its /64. Each enrolment and each
    /// login uses one. More where many devices share one address. 0 counts nothing.
    public var challengesPerMinute: Int
    /// Wrong passwords from one address, whatever the names, before it is locked for a quarter of an hour; an IPv6
    /// address counts with its /64. More where many people share one address.
    public var wrongPerAddress: Int
    /// Sessions that one person has at a time, on all devices, 1 to `SessionList.maximumEntries`. Whoever signs in
    /// beyond that ends the oldest one of the same device, else the oldest of all. Sessions that are in doubt by the
    /// clock have as many places beside these. More where many people share one account.
    public var sessionsPerPerson: Int
    /// Seconds from a request's head to the end of its body.
    public var bodySeconds: Int64
    /// Seconds to the end of a connection's first head, its TLS handshake included; never more than ``headSeconds``.
    public var firstHeadSeconds: Int64
    /// Seconds from an answer to the end of the next request's head.
    public var headSeconds: Int64
    /// Whose word about a client's address is taken. Nobody's, unless said otherwise.
    public var trustedProxies: TrustedProxies
    /// Reports that are kept of one device, the newest ones.
    public var reportsPerDevice: Int
    /// Reports that are kept of all keys together that were never admitted. Whoever sends more of them pushes out those
    /// of others that were refused.
    public var strangerReports: Int
    /// Signed texts that are kept of all devices together that are not in the attested tier, admitted or not; each has
    /// ``ReportRow/byteLimit`` bytes at most. Older reports keep digest, size and decision, ``reportsPerDevice`` of each
    /// device: these grow with the number of devices.
    public var unattestedReports: Int
    /// Bytes of a request's body, counted while they arrive.
    public static let bodyBytes = 512 << 10

    /// Values below 1 count as 1, except that no requests a minute means no such limit; ``sessionsPerPerson`` has an
    /// upper end, too.
    public init(
      connections: Int = 1024, connectionsPerAddress: Int = 64, requestsPerMinute: Int = 1200,
      requestsPerDevice: Int = 600, introspectionsPerMinute: Int = 6000, challengesPerMinute: Int = 120,
      wrongPerAddress: Int = 30, sessionsPerPerson: Int = 32,
      bodySeconds: Int64 = 30, firstHeadSeconds: Int64 = 10, headSeconds: Int64 = 60,
      trustedProxies: TrustedProxies = TrustedProxies(), reportsPerDevice: Int = 20,
      strangerReports: Int = 10_000, unattestedReports: Int = 2000
    ) {
      self.connections = max(1, connections)
      self.connectionsPerAddress = max(1, connectionsPerAddress)
      self.requestsPerMinute = max(0, requestsPerMinute)
      self.requestsPerDevice = max(0, requestsPerDevice)
      self.introspectionsPerMinute = max(0, introspectionsPerMinute)
      self.challengesPerMinute = max(0, challengesPerMinute)
      self.wrongPerAddress = max(1, wrongPerAddress)
      self.sessionsPerPerson = min(max(1, sessionsPerPerson), SessionList.maximumEntries)
      self.bodySeconds = max(1, bodySeconds)
      self.firstHeadSeconds = max(1, firstHeadSeconds)
      self.headSeconds = max(1, headSeconds)
      self.trustedProxies = trustedProxies
      self.reportsPerDevice = max(1, reportsPerDevice)
      self.strangerReports = max(1, strangerReports)
      self.unattestedReports = max(1, unattestedReports)
    }
  }
#endif
