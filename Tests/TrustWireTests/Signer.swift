import Crypto
import TrustWire
import UntrustedInput

/// Keys and signed texts for the tests; nothing of any real service.
struct Signer {
  let key: P256.Signing.PrivateKey

  init(_ key: P256.Signing.PrivateKey = .init()) { self.key = key }

  var publicKey: DevicePublicKey { DevicePublicKey(key.publicKey) }

  func sign(_ bytes: [UInt8]) throws -> [UInt8] { [UInt8](try key.signature(for: bytes).rawRepresentation) }

  func compact(_ kind: SignedMessage.Kind, _ payload: [UInt8]) async throws -> String {
    try await SignedMessage.compact(kind, payload: payload, key: publicKey) { try sign($0) }
  }

  /// A JWS with any header, its signature genuine: what an attacker with a key of their own can make.
  func compact(header: JSONNode, payload: [UInt8] = Array("{}".utf8)) throws -> String {
    let input = Base64URL.encode(JSONWriter().bytes(header)) + "." + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(try sign(Array(input.utf8)))
  }
}

/// Everything that printing, debugging and dumping a value shows.
func printed(_ value: Any) -> String {
  var text = String(describing: value) + "\n" + String(reflecting: value) + "\n"
  dump(value, to: &text)
  return text
}
