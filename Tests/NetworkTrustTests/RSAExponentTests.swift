import NetworkTrust
import Testing

/// RSA keys with an exponent that no maker of keys would choose.
struct RSAExponentTests {
  private static func tlv(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length = count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    return [tag] + length + content
  }

  /// A certificate that says it signs itself; nobody gets as far as its signature.
  private static func certificate(exponent: [UInt8]) -> [UInt8] {
    let modulus = [0, 0xC1] + [UInt8](repeating: 0x5B, count: 255)
    let key = tlv(0x30, tlv(0x02, modulus) + tlv(0x02, exponent))
    let rsa: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1, 5, 0]
    let signed = tlv(0x30, [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 11, 5, 0])
    let name = tlv(0x30, tlv(0x31, tlv(0x30, [0x06, 3, 0x55, 4, 3] + tlv(0x0C, Array("a".utf8)))))
    let dates = tlv(0x30, tlv(0x17, Array("200101000000Z".utf8)) + tlv(0x17, Array("400101000000Z".utf8)))
    let info = tlv(0x30, tlv(0x30, rsa) + tlv(0x03, [0] + key))
    let body = tlv(0xA0, [0x02, 1, 2]) + [0x02, 1, 1] + signed + name + dates + name + info
    return tlv(0x30, tlv(0x30, body) + signed + tlv(0x03, [0] + [UInt8](repeating: 1, count: 256)))
  }

  private func refusal(_ exponent: [UInt8]) -> NetworkError? {
    do throws(NetworkError) {
      let pins = try PinSet(
        [1, 2].map { byte throws(NetworkError) in try ServerPin(digest: .init(repeating: byte, count: 32)) })
      _ = try TrustEvaluation(anchors: .certificates([Self.certificate(exponent: exponent)]), pins: pins)
      return nil
    } catch { return error }
  }

  @Test(
    "An exponent of 1, an even one and zero are weak, one beyond 64 bits is of no kind that is taken, 3 and 65537 pass")
  func exponents() {
    for weak: [UInt8] in [[0], [1], [2], [1, 0, 0], [1, 0, 2]] {
      #expect(refusal(weak) == .untrusted(.weakKey), "\(weak)")
    }
    let large = [1] + [UInt8](repeating: 0, count: 8) + [1]
    #expect(refusal(large) == .untrusted(.unsupportedKey))
    #expect(refusal([0x7F] + [UInt8](repeating: 0xFF, count: 255)) == .untrusted(.unsupportedKey))
    for good: [UInt8] in [[3], [1, 0, 1]] { #expect(refusal(good) == nil, "\(good)") }
    #expect(refusal([0x80, 1]) == .malformedCertificate)
  }
}
