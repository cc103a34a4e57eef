import Crypto
import SecurityPolicy
import UntrustedInput

/// What the verification of an attestation reads of a certificate.
///
/// Not swift-certificates' type: that one refuses a leaf whose public key it does not know (ML-DSA from KeyMint 500),
/// while here only the signature above the leaf counts; and its verifier, which is asynchronous, has one rule of validity
/// for all certificates, where Android needs three.
/// Source: RFC 5280, section 4.1.
struct Certificate {
  struct Extension {
    let isCritical: Bool
    let value: [UInt8]
  }

  let encoded: [UInt8]
  let signed: ArraySlice<UInt8>
  /// Two's complement, shortest form.
  let serial: [UInt8]
  let issuer: ArraySlice<UInt8>
  let subject: DERElement
  /// Seconds since 1970, both included.
  let validity: ClosedRange<Int64>
  let publicKey: DERElement
  let algorithm: SignatureAlgorithm?
  let signature: [UInt8]
  let extensions: [[UInt8]: Extension]

  init(_ bytes: [UInt8]) throws(InputError) {
    try self.init(DERReader(maximumBytes: 1 << 14).read(bytes))
  }

  init(_ element: DERElement) throws(InputError) {
    let outer = try element.children(.sequence)
    guard outer.count == 3 else { throw .malformedBinary(expected: "a certificate", offset: element.offset) }
    let inner = try outer[0].children(.sequence)
    guard (7...8).contains(inner.count), inner[0].tag == .context(0), try inner[0].inner().integer() == 2 else {
      throw .malformedBinary(expected: "a certificate of version 3", offset: element.offset)
    }
    encoded = Array(element.encoded)
    signed = outer[0].encoded
    serial = Array(try inner[1].integerBytes())
    // One algorithm: else the unsigned copy could be chosen by whoever forwards the certificate.
    guard inner[2].encoded == outer[1].encoded else {
      throw .malformedBinary(expected: "the same algorithm twice", offset: outer[1].offset)
    }
    algorithm = SignatureAlgorithm(inner[2])
    issuer = inner[3].encoded
    let dates = try inner[4].children(.sequence)
    guard dates.count == 2 else { throw .malformedBinary(expected: "two dates", offset: inner[4].offset) }
    let (from, to) = (try dates[0].time(), try dates[1].time())
    guard from <= to else { throw .malformedBinary(expected: "dates in order", offset: inner[4].offset) }
    validity = from...to
    subject = inner[5]
    publicKey = inner[6]
    signature = try outer[2].wholeBits()
    extensions = inner.count == 8 ? try Self.extensions(inner[7]) : [:]
  }

  private static func extensions(_ element: DERElement) throws(InputError) -> [[UInt8]: Extension] {
    guard element.tag == .context(3) else {
      throw .malformedBinary(expected: "extensions", offset: element.offset)
    }
    var found: [[UInt8]: Extension] = [:]
    for item in try element.inner().children(.sequence) {
      let parts = try item.children(.sequence)
      guard (2...3).contains(parts.count), let last = parts.last else {
        throw .malformedBinary(expected: "an extension", offset: item.offset)
      }
      let name = try parts[0].objectIdentifier()
      guard found[name] == nil else { throw .duplicateKey(offset: item.offset) }
      found[name] = Extension(
        isCritical: parts.count == 3 ? try parts[1].boolean() : false, value: try last.octets())
    }
    return found
  }

  /// The uncompressed point, when the key is on P-256.
  var point: [UInt8]? {
    guard case .p256(let key)? = SignatureKey(publicKey, minimumRSABits: 2048) else { return nil }
    return Array(key.x963Representation)
  }

  /// Why this certificate may not sign others; nil when it may, with `below` certificates of authorities under it.
  func flawAsAuthority(below: Int) -> Verdict.Reason? {
    guard extensions.allSatisfy({ !$1.isCritical || ObjectIdentifiers.understoodWhenCritical.contains($0) }) else {
      return "a critical extension is unknown"
    }
    guard let constraints = extensions[ObjectIdentifiers.basicConstraints],
      let parts = try? DERReader().read(constraints.value).children(.sequence), (1...2).contains(parts.count),
      (try? parts[0].boolean()) == true
    else { return "a certificate above the leaf is no authority" }
    if parts.count == 2 {
      guard let limit = try? parts[1].integer(), limit >= Int64(below) else { return "the path is longer than allowed" }
    }
    if let usage = extensions[ObjectIdentifiers.keyUsage] {
      // Bit 5 is keyCertSign.
      guard let bits = try? DERReader().read(usage.value).namedBits(), bits & 0x0400 != 0 else {
        return "a certificate above the leaf may not sign certificates"
      }
    }
    return nil
  }
}
