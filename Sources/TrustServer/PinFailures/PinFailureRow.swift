#if Server
  import Crypto
  import TrustWire
  import UntrustedInput

  /// What one device says that it saw instead of pinned keys: one kind of failure and how often.
  ///
  /// It is the device's claim: whoever controls the app can invent it, host included. A batch that is sent again because
  /// its answer got lost counts once, by its number; one without a number counts twice.
  public struct PinFailureRow: Sendable, Hashable {
    /// Rows that are kept of one device, the newest ones.
    public static let perDevice = 32
    /// Rows that are kept of all devices together that are not in the attested tier. Anybody can enrol those: they push
    /// out one another and none of an attested device.
    public static let unattested = 10_000
    /// How often that common bound is looked after, in rows: counting that far takes time.
    public static let step = 64
    /// Numbers of batches that are remembered of each device. A device tells again at most three.
    public static let batches = 8

    /// Grows with each one that is told; 0 before it is kept.
    public let position: Int64
    /// Thumbprint of the device key.
    public let device: String
    /// The tier of the session that told it last.
    public let tier: TrustTier
    /// Seconds since 1970, by the server's clock, of the last time that it was told.
    public let receivedAt: Int64
    /// By the device's clock; `count` is the sum of all that was told.
    public let failure: PinFailureBatch.Entry

    /// As it is read from a store.
    public init(
      position: Int64, device: String, tier: TrustTier, receivedAt: Int64, failure: PinFailureBatch.Entry
    ) {
      self.position = position
      self.device = device
      self.tier = tier
      self.receivedAt = receivedAt
      self.failure = failure
    }

    /// As it was told just now.
    public init(device: String, tier: TrustTier, failure: PinFailureBatch.Entry, now: Int64) {
      self.init(position: 0, device: device, tier: tier, receivedAt: now, failure: failure)
    }

    /// SHA-256 over host, outcome and keys: the same for failures of the same kind.
    var kind: [UInt8] {
      let members: JSONNode = [
        "host": .string(failure.host), "outcome": .string(failure.outcome.rawValue),
        "expected": .strings(failure.expected), "seen": .strings(failure.seen),
      ]
      return Array(SHA256.hash(data: JSONWriter().bytes(members)))
    }

    /// This one with what was told before of the same device and kind.
    func following(_ before: PinFailureRow?, at position: Int64) -> PinFailureRow {
      var sum = failure
      if let before = before?.failure {
        (sum.first, sum.last) = (min(before.first, sum.first), max(before.last, sum.last))
        sum.count += before.count
      }
      return PinFailureRow(position: position, device: device, tier: tier, receivedAt: receivedAt, failure: sum)
    }
  }
#endif
