import Crypto
import UntrustedInput

/// The attributes that some receipts carry beside their payload: exactly the four known ones, each with the one value that
/// it may have. Apple's signer did not always cover them, so they must say nothing of their own.
/// Source: RFC 5652, section 11; RFC 6211.
struct SignedAttributes {
  private static let pkcs9: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09]
  /// SEQUENCE { SHA-256, [1] ecdsa-with-SHA256 }.
  private static let algorithms: [UInt8] =
    [0x30, 0x1B, 0x30, 0x0D, 0x06, 0x09] + ObjectIdentifiers.sha256 + [0x05, 0x00, 0xA1, 0x0A, 0x06, 0x08]
    + ObjectIdentifiers.ecdsaWithSHA2 + [0x02]

  /// As a SET, the form that a signature over them covers.
  let encodedSet: [UInt8]
  /// Seconds since 1970.
  let signingTime: Int64

  init(_ element: DERElement, of payload: [UInt8]) throws(InputError) {
    guard element.tag == .context(0) else { throw element.expected("signed attributes") }
    var values: [[UInt8]: DERElement] = [:]
    for item in try element.children() {
      let parts = try item.children(.sequence)
      guard parts.count == 2 else { throw item.expected("an attribute") }
      let name = try parts[0].objectIdentifier()
      let found = try parts[1].children(.set)
      guard found.count == 1, values[name] == nil else { throw item.expected("an attribute with one value") }
      values[name] = found[0]
    }
    guard values.count == 4, try values[Self.pkcs9 + [3]]?.objectIdentifier() == ObjectIdentifiers.data,
      try values[Self.pkcs9 + [4]]?.octets() == Array(SHA256.hash(data: payload)),
      let time = try values[Self.pkcs9 + [5]]?.time(),
      values[Self.pkcs9 + [52]]?.encoded.elementsEqual(Self.algorithms) == true
    else { throw element.expected("the four attributes of a receipt") }
    signingTime = time
    encodedSet = [0x31] + element.encoded.dropFirst()
  }
}
