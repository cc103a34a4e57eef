import TrustWire

/// The installation's own P-256 key: in hardware where the platform has it, else in the secret store.
public protocol DeviceKey: Sendable {
  var publicKey: DevicePublicKey { get }
  /// A raw 64-byte ES256 signature over exactly these bytes.
  func signature(over bytes: [UInt8]) async throws(SessionError) -> [UInt8]
}
