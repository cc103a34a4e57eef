import Crypto
import Foundation
import UntrustedInput

/// A device's P-256 public key as it travels: a JWK with exactly the four members of RFC 7518, section 6.2.1.
public struct DevicePublicKey: Sendable, Hashable {
  /// X9.63: 4, x, y; 65 bytes.
  public let x963: [UInt8]

  /// The wire form of a key that is on the curve.
  public init(_ key: P256.Signing.PublicKey) { x963 = [UInt8](key.x963Representation) }

  /// - Throws: ``WireError/wrongShape`` when the JWK is not a P-256 point on the curve.
  public init(jwk: JSONNode) throws(WireError) {
    guard jwk["kty"]?.string == "EC", jwk["crv"]?.string == "P-256", jwk["d"] == nil,
      let x = jwk["x"]?.string, let y = jwk["y"]?.string,
      let left = try? Base64URL.decode(x), let right = try? Base64URL.decode(y),
      left.count == 32, right.count == 32,
      let key = try? P256.Signing.PublicKey(x963Representation: [4] + left + right)
    else { throw .wrongShape }
    self.init(key)
  }

  public var jwk: JSONNode {
    [
      "crv": "P-256", "kty": "EC", "x": .string(Base64URL.encode(x963[1..<33])),
      "y": .string(Base64URL.encode(x963[33...])),
    ]
  }

  /// The key's name: base64url of SHA-256 over the JWK's required members in order. Source: RFC 7638, section 3.
  public var thumbprint: String { Base64URL.encode(SHA256.hash(data: JSONWriter().bytes(jwk))) }

  /// - Throws: ``WireError/signatureInvalid``.
  func verify(_ signature: [UInt8], over input: [UInt8]) throws(WireError) {
    guard let key = try? P256.Signing.PublicKey(x963Representation: x963),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
      key.isValidSignature(signature, for: input)
    else { throw .signatureInvalid }
  }
}
