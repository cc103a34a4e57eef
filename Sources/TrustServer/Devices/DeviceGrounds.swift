#if Server
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// What a device was admitted on beside its ``DeviceFacts``: what its evidence proved, what its report said of evidence,
  /// and how the app was built. Kept so that every rule of a changed policy can be judged again without a new report.
  ///
  /// The evidence itself is not kept: what it proved was true when it was verified, and ages with the device.
  public struct DeviceGrounds: Sendable, Hashable {
    /// Bytes of the kept text: more than the longest evidence that is accepted needs.
    static let byteLimit = 64 << 10

    /// Nil for a device that was admitted on its word.
    public let attested: AttestedDevice?
    public let claim: AttestationClaim?
    public let profile: BuildProfile

    /// Of a report that was admitted, or of one that evidence came with.
    public init(_ report: SecurityReport, attested: AttestedDevice?) {
      self.attested = attested
      claim = report.attestation
      profile = report.profile
    }

    /// As it is kept: one line of JSON.
    public var text: String {
      var members = [JSONMember("profile", .string(profile.rawValue))]
      if let claim { members.append(JSONMember("claim", .string(claim.rawValue))) }
      if let attested { members.append(JSONMember("attested", attested.node)) }
      return JSONWriter().text(JSONNode(.object(members)))
    }

    /// - Throws: ``WireError`` `unreadable`, `missing`.
    public init(reading text: String) throws(WireError) {
      let node: JSONNode
      do { node = try JSONReader(maximumBytes: Self.byteLimit, maximumDepth: 8).read(Array(text.utf8)) } catch {
        throw .unreadable(error)
      }
      guard let profile = node["profile"]?.string.flatMap({ BuildProfile(rawValue: $0) }) else {
        throw .missing(member: "profile")
      }
      self.profile = profile
      if let word = node["claim"] {
        guard let claim = word.string.flatMap({ AttestationClaim(rawValue: $0) }) else {
          throw .missing(member: "claim")
        }
        self.claim = claim
      } else {
        claim = nil
      }
      attested = try node["attested"].map { node throws(WireError) in try AttestedDevice(node: node) }
    }
  }
#endif
