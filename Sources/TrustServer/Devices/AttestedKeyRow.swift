#if Server
  import SecurityPolicy

  /// The key whose attestation the server accepted for a device, and how far its counter has come.
  ///
  /// The public key is public and the counter no secret: whoever reads the store can forge nothing. Whoever can write to
  /// it can put another key in the place of this one.
  /// Source: Apple, Validating apps that connect to your server.
  public struct AttestedKeyRow: Sendable, Hashable {
    /// Bytes of the longest receipt that is kept, far above the length of Apple's.
    public static let receiptLimit = 16 << 10

    /// Thumbprint of the device key that the attestation came with.
    public let device: String
    public let keyID: [UInt8]
    /// As the verifier wants it back: an X9.63 point or SubjectPublicKeyInfo.
    public let publicKey: [UInt8]
    /// Of the last assertion that verified, also when its report was refused for something else.
    public let counter: UInt32
    /// How the app was distributed when this was first stated; nil while the platform said nothing. The first word
    /// stays.
    public let category: String?
    /// The system's version that the attestation states; nil when it states none. Then a version beside an assertion
    /// is the device's claim.
    public let osVersion: String?
    /// Whether the attestation came from the platform's production environment.
    public let isProduction: Bool
    /// Apple's receipt beside the attestation, as it came: what a risk metric is asked for with. Nothing here asks yet.
    /// Judged with the attestation, unless the verifier was given no roots for receipts. Nil when there was none, when
    /// it was longer than ``receiptLimit``, and for keys that were stored before receipts were.
    public let receipt: [UInt8]?
    /// Seconds since 1970.
    public let updated: Int64

    /// - Parameter receipt: one that is empty or longer than ``receiptLimit`` is not kept.
    public init(
      device: String, keyID: [UInt8], publicKey: [UInt8], counter: UInt32, category: String?,
      osVersion: String? = nil, isProduction: Bool = false, receipt: [UInt8]? = nil, updated: Int64
    ) {
      self.device = device
      self.keyID = keyID
      self.publicKey = publicKey
      self.counter = counter
      self.category = category
      self.osVersion = osVersion
      self.isProduction = isProduction
      self.receipt = receipt.flatMap { (1...Self.receiptLimit).contains($0.count) ? $0 : nil }
      self.updated = updated
    }

    /// Whether a report that claims this version of the system claims what was attested. An attestation that states no
    /// version contradicts none.
    func fits(version: String) -> Bool {
      guard let osVersion else { return true }
      guard let attested = DottedVersion(osVersion), let claimed = DottedVersion(version) else {
        return osVersion == version
      }
      return attested == claimed
    }
  }
#endif
