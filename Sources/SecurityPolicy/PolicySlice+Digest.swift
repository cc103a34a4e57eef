import Crypto
import UntrustedInput

extension PolicySlice {
  /// base64url(SHA-256(``bytes``)): what device reports carry, and the server refuses when it does not know it.
  public var digest: String { Base64URL.encode(SHA256.hash(data: bytes)) }
}
