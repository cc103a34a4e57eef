import UntrustedInput

/// The authenticator data of an attestation or assertion.
///
/// Flags are not used to find the parts: Apple sets AT on assertions that carry no credential, and ED is clear in its own
/// sample with extensions. The parts are found by the bytes that are left over.
/// Source: W3C Web Authentication, section 6.1; Apple, "Validating apps that connect to your server".
struct AuthenticatorData {
  static let fixedSize = 37
  let relyingParty: ArraySlice<UInt8>
  let counter: UInt32
  var category: AppleValidationCategory?
  var bundleVersion: String?

  /// What only an attestation carries.
  struct Credential {
    let aaguid: ArraySlice<UInt8>
    let id: ArraySlice<UInt8>
    /// The uncompressed point of the COSE key.
    let point: [UInt8]
    let rest: ArraySlice<UInt8>
  }

  /// The first 37 bytes; nil when there are fewer.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.fixedSize else { return nil }
    relyingParty = bytes[0..<32]
    counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
  }

  static func credential(_ bytes: [UInt8]) throws(InputError) -> Credential {
    guard bytes.count >= 55 else { throw .malformedBinary(expected: "credential data", offset: fixedSize) }
    let length = Int(bytes[53]) << 8 | Int(bytes[54])
    guard length <= 1023, bytes.count - 55 >= length else {
      throw .malformedBinary(expected: "as many bytes as announced", offset: 53)
    }
    let start = 55 + length
    let (key, count) = try CBORReader(maximumDepth: 2, maximumValues: 32).readFirst(bytes[start...])
    // EC2, ES256, P-256, and nothing else: RFC 9053, sections 2.1 and 7.1.1.
    guard key.members?.count == 5, key[1]?.integer == 2, key[3]?.integer == -7, key[-1]?.integer == 1,
      let x = key[-2]?.bytes, let y = key[-3]?.bytes, x.count == 32, y.count == 32
    else { throw .malformedBinary(expected: "a COSE key on P-256", offset: start) }
    return Credential(
      aaguid: bytes[37..<53], id: bytes[55..<start], point: [0x04] + x + y, rest: bytes[(start + count)...])
  }

  /// Takes exactly one map with the members that Apple names, or nothing at all. Members that we do not know are left
  /// alone: the signature covers them, and a later system may add some.
  mutating func readExtensions(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    guard let node = try? CBORReader(maximumDepth: 4).read(bytes), let members = node.members, !members.isEmpty,
      members.allSatisfy({ $0.key.text != nil })
    else { return false }
    if let value = node["apple_validation_category_01"] {
      guard let number = value.bytes, number.count == 4 else { return false }
      category = AppleValidationCategory(number: number.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    if let value = node["apple_bundle_version_01"] {
      guard let text = value.text, text.utf8.count <= 256 else { return false }
      bundleVersion = text
    }
    return true
  }
}
