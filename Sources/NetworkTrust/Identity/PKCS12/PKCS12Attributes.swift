import UntrustedInput

/// What a file says about a key or a certificate beside it. It is not checked by anything but the MAC.
/// Source: RFC 2985, section 5.5.
struct PKCS12Attributes: Sendable, Hashable {
  static let maximumName = 256

  /// Foreign text: never for a decision.
  private(set) var friendlyName: String?
  /// The same for a key and its certificate.
  private(set) var localKeyID: [UInt8]?

  private static let pkcs9: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09]

  init(_ element: DERElement?) throws {
    guard let element else { return }
    for attribute in try element.children(.set) {
      let fields = try attribute.children(.sequence)
      guard fields.count == 2 else { throw IdentityError.damaged }
      let name = try fields[0].objectIdentifier()
      guard let value = try fields[1].children(.set).first else { continue }
      if name == Self.pkcs9 + [20] { friendlyName = try Self.text(value) }
      if name == Self.pkcs9 + [21] { localKeyID = try value.octets() }
    }
  }

  /// A BMPString: big-endian UTF-16.
  private static func text(_ element: DERElement) throws -> String {
    let bytes = Array(element.content)
    guard element.tag == ASN1Tag(.universal, 30), !element.isConstructed, bytes.count % 2 == 0 else {
      throw IdentityError.damaged
    }
    let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    return String(decoding: units.prefix(maximumName), as: UTF16.self)
  }
}
