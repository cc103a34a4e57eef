import UntrustedInput

/// A compact JWS of the one shape that device and server exchange: ES256, a fixed type, the signer's JWK in the
/// header. The signature covers the bytes that were sent; nothing is written again to be verified.
///
/// A valid signature proves that the holder of the key in the header signed these bytes: it says nothing about who
/// that is. Source: RFC 7515; algorithm and type fixed as RFC 8725, sections 3.1 and 3.11 ask.
public struct SignedMessage: Sendable, Hashable {
  /// What a signed message may be.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case report = "mantlet-report+jwt"
    case dpop = "dpop+jwt"
    case policySlice = "mantlet-slice+jwt"
    case overlay = "mantlet-overlay+jwt"
    case pinUpdate = "mantlet-pins+jwt"
  }

  public let kind: Kind
  public let key: DevicePublicKey
  public let payload: [UInt8]

  /// Makes the compact text. `sign` returns the raw 64-byte signature over exactly the bytes that it is given.
  public static func compact<Failure: Error>(
    _ kind: Kind, payload: [UInt8], key: DevicePublicKey,
    sign: ([UInt8]) async throws(Failure) -> [UInt8]
  ) async throws(Failure) -> String {
    let header: JSONNode = ["typ": .string(kind.rawValue), "alg": "ES256", "jwk": key.jwk]
    let input = Base64URL.encode(JSONWriter().bytes(header)) + "." + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(try await sign(Array(input.utf8)))
  }

  /// Reads and verifies; there is no way to get the payload without the signature having matched.
  ///
  /// - Throws: ``WireError`` `wrongShape`, `unreadable`, `signatureInvalid`.
  public init(verifying compact: some StringProtocol, as kind: Kind) throws(WireError) {
    let parts = try SignedMessageParts(reading: compact, kind: kind.rawValue)
    self.kind = kind
    payload = parts.payload
    key = try DevicePublicKey(jwk: parts.jwk)
    try key.verify(parts.signature, over: parts.signedBytes)
  }
}
