/// Names of keys and curves on the wire. Source: RFC 3279, section 2.3; RFC 5480, section 2.1.1; RFC 8410, section 3.
enum KeyName {
  static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
  static let ellipticCurve: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
  static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]
  static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
  static let p384: [UInt8] = [0x2B, 0x81, 0x04, 0x00, 0x22]
  static let p521: [UInt8] = [0x2B, 0x81, 0x04, 0x00, 0x23]

  static func curve(_ name: [UInt8]) throws(IdentityError) -> ClientKeyKind {
    switch name {
    case p256: .p256
    case p384: .p384
    case p521: .p521
    default: throw .unsupported(.key)
    }
  }
}

extension ClientKeyKind {
  /// The length of the number in a DER INTEGER of an RSA modulus.
  static func bits(ofModulus bytes: ArraySlice<UInt8>) -> Int {
    let digits = bytes.drop { $0 == 0 }
    guard let first = digits.first else { return 0 }
    return digits.count * 8 - first.leadingZeroBitCount
  }

  /// Refuses what is too short to protect, or too long to be honest.
  static func rsa(modulus: ArraySlice<UInt8>) throws(IdentityError) -> ClientKeyKind {
    let bits = bits(ofModulus: modulus)
    guard bits >= rsaBits.lowerBound else { throw .weakKey(bits: bits) }
    guard bits <= rsaBits.upperBound else { throw .unsupported(.key) }
    return .rsa(bits: bits)
  }
}
