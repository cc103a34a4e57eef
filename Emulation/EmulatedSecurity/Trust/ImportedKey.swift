import Crypto
import Foundation

/// A private key of another kind than P-256, as an app brings it. It makes identities and nothing else.
enum ImportedKey {
  case p384(P384.Signing.PrivateKey)
  case p521(P521.Signing.PrivateKey)
  /// The modulus and the public exponent, each in DER, as they stand one behind the other in a certificate.
  case rsa(Data, bits: Int)

  /// Follows Apple: an elliptic key is the point and the number (X9.63), an RSA key PKCS#1.
  init?(_ data: Data, type: String?) {
    switch type {
    case kSecAttrKeyTypeECSECPrimeRandom:
      if let key = try? P384.Signing.PrivateKey(x963Representation: data) {
        self = .p384(key)
      } else if let key = try? P521.Signing.PrivateKey(x963Representation: data) {
        self = .p521(key)
      } else {
        return nil
      }
    case kSecAttrKeyTypeRSA:
      let bytes = Array(data)
      guard let body = Self.content(of: bytes, at: 0, tag: 0x30), body.upperBound == bytes.count,
        let version = Self.content(of: bytes, at: body.lowerBound, tag: 0x02),
        let modulus = Self.content(of: bytes, at: version.upperBound, tag: 0x02),
        let exponent = Self.content(of: bytes, at: modulus.upperBound, tag: 0x02)
      else { return nil }
      let bits = bytes[modulus].drop { $0 == 0 }.count * 8
      self = .rsa(Data(bytes[version.upperBound..<exponent.upperBound]), bits: bits)
    default: return nil
    }
  }

  /// Where the content of one DER element lies.
  private static func content(of bytes: [UInt8], at start: Int, tag: UInt8) -> Range<Int>? {
    guard start + 2 <= bytes.count, bytes[start] == tag else { return nil }
    let first = Int(bytes[start + 1])
    guard first >= 0x80 else { return range(start + 2, first, bytes.count) }
    let count = first - 0x80
    guard (1...3).contains(count), start + 2 + count <= bytes.count else { return nil }
    let length = bytes[(start + 2)..<(start + 2 + count)].reduce(0) { $0 << 8 | Int($1) }
    return range(start + 2 + count, length, bytes.count)
  }

  private static func range(_ start: Int, _ count: Int, _ end: Int) -> Range<Int>? {
    start + count <= end ? start..<(start + count) : nil
  }

  /// The bytes that a certificate for this key holds.
  var publicKey: Data {
    switch self {
    case .p384(let key): key.publicKey.x963Representation
    case .p521(let key): key.publicKey.x963Representation
    case .rsa(let numbers, _): numbers
    }
  }

  var type: String {
    switch self {
    case .p384, .p521: kSecAttrKeyTypeECSECPrimeRandom
    case .rsa: kSecAttrKeyTypeRSA
    }
  }

  var bits: Int {
    switch self {
    case .p384: 384
    case .p521: 521
    case .rsa(_, let bits): bits
    }
  }
}
