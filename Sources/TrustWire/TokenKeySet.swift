import Crypto
import CryptoExtras
import Foundation
import UntrustedInput

/// The public keys whose access tokens are believed, by their RFC 7638 thumbprints, which are their ids too.
///
/// A key that a key set merely claims under another id is not taken: the id is computed here. Source: RFC 7517.
public struct TokenKeySet: Sendable {
  private let keys: [String: _RSA.Signing.PublicKey]
  let accepted = AcceptedHeaders()

  /// Keys that were pinned or made by the caller.
  public init(_ keys: [_RSA.Signing.PublicKey]) {
    self.keys = Dictionary(keys.map { (Self.thumbprint($0), $0) }) { first, _ in first }
  }

  /// Reads a published key set and keeps the keys that are pinned.
  ///
  /// - Parameter pinned: thumbprints from the policy slice (base64url); every other key of the set is left out.
  /// - Throws: ``WireError`` `unreadable`; `missing(member: "keys")` when no pinned key stands in it.
  public init(reading bytes: some Collection<UInt8>, pinned: Set<String>) throws(WireError) {
    let node: JSONNode
    do {
      node = try JSONReader(maximumBytes: 64 << 10, maximumDepth: 4).read(bytes)
    } catch {
      throw .unreadable(error)
    }
    guard let listed = node["keys"]?.array, listed.count <= 16 else { throw .missing(member: "keys") }
    // O.Cryp_4#30
    self.init(
      listed.compactMap { entry in
        guard entry["kty"]?.string == "RSA", entry["d"] == nil, let n = entry["n"]?.string, let e = entry["e"]?.string,
          let modulus = try? Base64URL.decode(n), let exponent = try? Base64URL.decode(e),
          (256...1024) ~= modulus.count,
          let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent), key.keySizeInBits >= 2048,
          pinned.contains(Self.thumbprint(key))
        else { return nil }
        return key
      })
    guard !keys.isEmpty else { throw .missing(member: "keys") }
  }

  /// The ids of the keys.
  public var ids: Set<String> { Set(keys.keys) }

  /// base64url of SHA-256 over the required members in order. Source: RFC 7638, section 3.
  public static func thumbprint(_ key: _RSA.Signing.PublicKey) -> String {
    let (n, e) = numbers(of: key)
    return Base64URL.encode(SHA256.hash(data: JSONWriter().bytes(["e": .string(e), "kty": "RSA", "n": .string(n)])))
  }

  /// The key as it stands in a key set: public members only, because it is written from the public key.
  public static func jwk(_ key: _RSA.Signing.PublicKey) -> JSONNode {
    let (n, e) = numbers(of: key)
    return [
      "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(thumbprint(key)), "n": .string(n), "e": .string(e),
    ]
  }

  func key(_ id: String) -> _RSA.Signing.PublicKey? { keys[id] }

  private static func numbers(of key: _RSA.Signing.PublicKey) -> (n: String, e: String) {
    // A key that swift-crypto made or read has its numbers; without them no thumbprint fits.
    guard let numbers = try? key.getKeyPrimitives() else { return ("", "") }
    return (Base64URL.encode(numbers.modulus), Base64URL.encode(numbers.publicExponent))
  }
}
