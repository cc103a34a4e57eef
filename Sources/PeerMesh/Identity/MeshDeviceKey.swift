/// The public signing key of one device: Ed25519, or P-256 where the private half lives in a Secure Enclave.
/// Source: RFC 8032; FIPS 186-5; BSI TR-03161-1 O.Cryp_3.
public struct MeshDeviceKey: Sendable, Hashable {
  /// How the device signs; the number stands in every signed message.
  public enum Algorithm: UInt8, Sendable, Hashable {
    case ed25519 = 1
    /// ECDSA with SHA-256, key in compressed form.
    case p256 = 2

    var byteCount: Int { self == .ed25519 ? 32 : 33 }
  }

  static let signatureByteCount = 64
  public let algorithm: Algorithm
  public let bytes: [UInt8]

  /// - Throws: ``MeshError/publicKey`` unless the bytes can be a key of this algorithm: a point of P-256; for Ed25519 32 bytes
  ///   that are no point of small order.
  public init(_ algorithm: Algorithm, bytes: [UInt8]) throws(MeshError) {
    guard bytes.count == algorithm.byteCount else { throw .publicKey }
    guard Self.isKey(algorithm, bytes) else { throw .publicKey }
    self.algorithm = algorithm
    self.bytes = bytes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(algorithm.rawValue)
    // All at once: an array gives its bytes one by one.
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The algorithm's number and the key.
  public var encoded: [UInt8] { [algorithm.rawValue] + bytes }

  init?(reading fields: inout ByteFields) {
    guard let number = fields.number(UInt8.self), let algorithm = Algorithm(rawValue: number),
      let bytes = fields.take(algorithm.byteCount), let key = try? MeshDeviceKey(algorithm, bytes: bytes)
    else { return nil }
    self = key
  }
}
