#if Server
  import TrustWire
  import UntrustedInput

  /// One report as it came, what was decided about it, and what the request ended with.
  ///
  /// Holds what the device said in its own words; the decision and the outcome are ours. The evidence of an attestation
  /// is not kept: it is large, and its facts stand in the decision.
  public struct ReportRow: Sendable, Hashable {
    /// Bytes of a signed text that is kept; of a longer one size and digest are.
    public static let byteLimit = 64 << 10
    /// How often a large common bound is looked after, in reports.
    public static let step = 64

    /// Grows with each report that is kept; 0 before.
    public let position: Int64
    /// Thumbprint of the key that signed the report.
    public let device: String
    /// Seconds since 1970, by the server's clock.
    public let receivedAt: Int64
    /// Why the request was refused; nil when the device was admitted.
    public let refusal: RefusalReason?
    /// `Decision.node` as JSON.
    public let decision: String
    /// Bytes of the signed text.
    public let size: Int
    /// SHA-256 of the signed text.
    public let digest: [UInt8]
    /// The signed text, byte by byte as it was received; nil when it was longer than ``byteLimit``, when newer ones of
    /// devices without attestation took its room (``ServerLimits/unattestedReports``), and in lists.
    public let compact: String?

    /// As it is read from a store.
    public init(
      position: Int64, device: String, receivedAt: Int64, refusal: RefusalReason?, decision: String, size: Int,
      digest: [UInt8], compact: String?
    ) {
      self.position = position
      self.device = device
      self.receivedAt = receivedAt
      self.refusal = refusal
      self.decision = decision
      self.size = size
      self.digest = digest
      self.compact = compact
    }

    /// - Parameters:
    ///   - compact: the signed text as it was received; its signature was verified with the device's key.
    ///   - now: seconds since 1970.
    public init(device: String, compact: String, decision: Decision, refusal: RefusalReason?, now: Int64) {
      self.init(
        position: 0, device: device, receivedAt: now, refusal: refusal, decision: JSONWriter().text(decision.node),
        size: compact.utf8.count, digest: ReportParcel.clientDataHash(compact),
        compact: compact.utf8.count <= Self.byteLimit ? compact : nil)
    }

    public var isAdmitted: Bool { refusal == nil }

    /// The same with another end of the request.
    func ending(_ refusal: RefusalReason?) -> ReportRow {
      ReportRow(
        position: position, device: device, receivedAt: receivedAt, refusal: refusal, decision: decision, size: size,
        digest: digest, compact: compact)
    }

    /// The same as it stands when its text is not kept.
    var withoutText: ReportRow {
      ReportRow(
        position: position, device: device, receivedAt: receivedAt, refusal: refusal, decision: decision, size: size,
        digest: digest, compact: nil)
    }

    func at(_ position: Int64) -> ReportRow {
      ReportRow(
        position: position, device: device, receivedAt: receivedAt, refusal: refusal, decision: decision, size: size,
        digest: digest, compact: compact)
    }
  }
#endif
