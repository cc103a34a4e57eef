/// Proof that a path from a server's certificate to an anchor was validated and holds a pinned key.
///
/// Only ``TrustEvaluation`` makes it.
public struct ValidatedServerChain: Sendable, Hashable {
  public let host: ServerHost
  /// DER, leaf first, anchor last. It may differ from what the server presented.
  public let certificates: [[UInt8]]
  /// The pins of `certificates`, in their order.
  public let pins: [ServerPin]

  init(host: ServerHost, certificates: [[UInt8]], pins: [ServerPin]) {
    self.host = host
    self.certificates = certificates
    self.pins = pins
  }
}
