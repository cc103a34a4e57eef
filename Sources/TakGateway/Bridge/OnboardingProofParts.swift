/// What a proof holds: version, number of certificates, each behind its length in two bytes, leaf first, then the
/// signature.
struct OnboardingProofParts: Sendable {
  static let limit = 3
  private static let version: UInt8 = 1

  /// DER; at least one.
  let certificates: [[UInt8]]
  let signature: [UInt8]

  init(certificates: [[UInt8]], _ signature: [UInt8]) {
    (self.certificates, self.signature) = (certificates, signature)
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count > 2, bytes[0] == Self.version, (1...Self.limit).contains(Int(bytes[1])) else { return nil }
    var rest = bytes[2...]
    var certificates: [[UInt8]] = []
    for _ in 0..<bytes[1] {
      guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
      let count = Int(high) << 8 | Int(low)
      guard count > 0, count <= rest.count else { return nil }
      certificates.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    guard !rest.isEmpty, rest.count <= 1024 else { return nil }
    self.init(certificates: certificates, Array(rest))
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = [Self.version, UInt8(certificates.count)]
    for certificate in certificates {
      bytes += [UInt8(certificate.count >> 8 & 0xFF), UInt8(certificate.count & 0xFF)] + certificate
    }
    return bytes + signature
  }
}
