#if Server
  /// When the server makes a new token key and how long it shows it before it signs with it.
  /// Source: RFC 7517; BSI TR-03161-3 O.Cryp_4.
  public struct SigningKeySchedule: Sendable, Hashable {
    /// The age in seconds at which a key is replaced; nil leaves it to the operator.
    public var maximumAge: Int64?
    /// Seconds for which a new key is published before its first use: longer than any client keeps a key set.
    public var lead: Int64

    /// How often each process looks for keys that another one made, in seconds. A lead below this would let one
    /// process sign with a key that another one does not know yet.
    public static let reload: Int64 = 30

    /// A lead below ``reload`` counts as ``reload``, an age below twice the lead as twice the lead.
    public init(maximumAge: Int64? = nil, lead: Int64 = 3600) {
      self.lead = max(Self.reload, lead)
      self.maximumAge = maximumAge.map { [lead = self.lead] in max($0, 2 * lead) }
    }
  }
#endif
