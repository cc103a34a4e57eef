import Crypto
import Testing
import TrustWire
import UntrustedInput

@Suite struct DevicePublicKeyTests {
  // The key whose private scalar is the bytes 1, 2 … 32. Computed without this code:
  //   openssl ec -inform DER -pubout -outform DER < key.der     (the last 64 bytes are x and y)
  //   python3: base64.urlsafe_b64encode(hashlib.sha256(
  //     b'{"crv":"P-256","kty":"EC","x":"<x>","y":"<y>"}').digest()).rstrip(b"=")
  // where key.der is 30310201010420 <scalar> a00a06082a8648ce3d030107 in hexadecimal.
  static let x = "UVw9brnjlrkE0_7Kf1T9zQzB6Ze_N13KUVrQpsO0A18"
  static let y = "RTa-OlDzGPv5pUdZAqIhUCvvDVfgjFOyzApW8X2fk1Q"
  static let thumbprint = "6UoWwDCkLjV0J-pQG8c0THxbVhBcpR0AZDift1Yl5DM"

  private func jwk(_ changes: [String: JSONNode] = [:]) -> JSONNode {
    let members: [String: JSONNode] = ["kty": "EC", "crv": "P-256", "x": .string(Self.x), "y": .string(Self.y)]
    return JSONNode(.object(members.merging(changes) { $1 }.sorted { $0.key > $1.key }.map { JSONMember($0, $1) }))
  }

  @Test("The thumbprint is that of RFC 7638, whatever the order of the members")
  func thumbprint() throws {
    let key = try DevicePublicKey(jwk: jwk())
    #expect(key.thumbprint == Self.thumbprint)
    let scalar = [UInt8](1...32)
    #expect(DevicePublicKey(try P256.Signing.PrivateKey(rawRepresentation: scalar).publicKey) == key)
    #expect(try DevicePublicKey(jwk: jwk(["use": "sig", "kid": "x"])).thumbprint == Self.thumbprint)
    #expect(Signer().publicKey.thumbprint != Self.thumbprint)
  }

  @Test("A key survives the way through its JWK, which holds four members")
  func roundTrip() throws {
    let key = Signer().publicKey
    #expect(try DevicePublicKey(jwk: key.jwk) == key)
    #expect(key.jwk.members?.map(\.name) == ["crv", "kty", "x", "y"])
  }

  @Test("A point beside the curve, another curve, a short coordinate or a private key is refused")
  func refused() throws {
    var off = try Base64URL.decode(Self.y)
    off[31] ^= 1
    let short = Base64URL.encode(try Base64URL.decode(Self.x).dropFirst())
    let zero = JSONNode.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
    let wrong: [[String: JSONNode]] = [
      ["y": .string(Base64URL.encode(off))], ["x": .string(Self.y), "y": .string(Self.x)], ["x": zero, "y": zero],
      ["crv": "P-384"], ["kty": "OKP"], ["x": .string(short)], ["x": .string(Self.x + "=")], ["y": 1],
      ["d": .string(Self.x)],
    ]
    for change in wrong {
      #expect(throws: WireError.wrongShape, "\(change.keys.sorted())") { try DevicePublicKey(jwk: jwk(change)) }
    }
    #expect(throws: WireError.wrongShape) { try DevicePublicKey(jwk: "EC") }
  }
}
