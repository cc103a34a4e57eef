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
    guard compact.utf8.count <= 256 << 10 else { throw .unreadable(.tooLarge(limit: 256 << 10)) }
    let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .wrongShape }
    let header: JSONNode
    let signature: [UInt8]
    do throws(InputError) {
      header = try JSONReader(maximumBytes: 4096, maximumDepth: 4).read(try Base64URL.decode(parts[0]))
      payload = try Base64URL.decode(parts[1])
      signature = try Base64URL.decode(parts[2])
    } catch {
      throw .unreadable(error)
    }
    guard header["alg"]?.string == "ES256", header["typ"]?.string == kind.rawValue, header["crit"] == nil,
      let jwk = header["jwk"]
    else { throw .wrongShape }
    self.kind = kind
    key = try DevicePublicKey(jwk: jwk)
    try key.verify(signature, over: Array("\(parts[0]).\(parts[1])".utf8))
  }
}
