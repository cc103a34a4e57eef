import Crypto
import Foundation

/// The key that `mantlet device session` printed, in the hands of a foreign client: it makes its proofs by itself, with
/// nothing of the program under test. Source: RFC 9449, section 4.2.
struct BoundKey: Sendable {
  private let key: P256.Signing.PrivateKey

  /// - Parameter scalar: the member `d` of the printed JWK.
  init?(scalar: String?) {
    guard let bytes = scalar.flatMap(Self.decoded), let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
    else { return nil }
    self.key = key
  }

  /// A proof for one request without an access token, never the same twice.
  func proof(_ method: String, _ address: String) throws -> String {
    let point = key.publicKey.rawRepresentation
    let jwk = """
      {"crv":"P-256","kty":"EC","x":"\(Self.encoded(point.prefix(32)))","y":"\(Self.encoded(point.suffix(32)))"}
      """
    let header = #"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(jwk)}"#
    let payload = """
      {"jti":"\(UUID().uuidString)","htm":"\(method)","htu":"\(address)","iat":\(Int(Date().timeIntervalSince1970))}
      """
    let text = Self.encoded(Data(header.utf8)) + "." + Self.encoded(Data(payload.utf8))
    return text + "." + Self.encoded(try key.signature(for: Data(text.utf8)).rawRepresentation)
  }

  private static func encoded(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private static func decoded(_ text: String) -> Data? {
    let text = text.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
  }
}
