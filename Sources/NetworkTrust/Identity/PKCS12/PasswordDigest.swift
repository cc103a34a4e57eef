/// The hashes that files of keys use. SHA-1 is there because most files of the field still use it.
enum PasswordDigest: Sendable {
  case sha1, sha256, sha384, sha512

  var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// What one step of the hash takes in, in bytes.
  var blockSize: Int {
    switch self {
    case .sha1, .sha256: 64
    case .sha384, .sha512: 128
    }
  }

  /// From the name of a digest. Source: RFC 8017, appendix B.1.
  init(digest name: [UInt8]) throws(IdentityError) {
    switch name {
    case [0x2B, 0x0E, 0x03, 0x02, 0x1A]: self = .sha1
    case Self.sha2 + [1]: self = .sha256
    case Self.sha2 + [2]: self = .sha384
    case Self.sha2 + [3]: self = .sha512
    default: throw .unsupported(.digest)
    }
  }

  /// From the name of an HMAC. Source: RFC 8018, appendix B.1.
  init(hmac name: [UInt8]) throws(IdentityError) {
    switch name {
    case Self.hmac + [7]: self = .sha1
    case Self.hmac + [9]: self = .sha256
    case Self.hmac + [10]: self = .sha384
    case Self.hmac + [11]: self = .sha512
    default: throw .unsupported(.digest)
    }
  }

  private static let sha2: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]
  private static let hmac: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02]
}
