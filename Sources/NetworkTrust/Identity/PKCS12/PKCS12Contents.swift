import Redaction
import UntrustedInput

/// The certificates and keys of a file, in their order, after its MAC was checked.
struct PKCS12Contents {
  /// How deep bags may lie in bags.
  static let maximumDepth = 4

  private(set) var certificates: [PKCS12Certificate] = []
  private(set) var keys: [FoundKey] = []
  private var parts = 0

  private static let bag: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x0A, 0x01]
  private static let pkcs9: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09]

  /// - Parameters:
  ///   - content: an AuthenticatedSafe.
  ///   - budget: what was spent is taken from it also where this throws.
  /// - Throws: ``IdentityError/damaged``, ``IdentityError/unsupported(_:)``, ``IdentityError/tooManyRounds(limit:)``,
  ///   and what the reader of keys throws.
  init(
    reading content: [UInt8], password: borrowing PKCS12Password, within budget: inout RoundBudget
  ) throws(IdentityError) {
    do {
      for part in try PKCS12Structure.layer(content).children(.sequence) {
        try read(part, password, within: &budget)
      }
    } catch {
      throw (error as? IdentityError) ?? .damaged
    }
  }

  private mutating func read(
    _ part: DERElement, _ password: borrowing PKCS12Password, within budget: inout RoundBudget
  ) throws {
    let info = try part.children(.sequence)
    guard info.count == 2 else { throw IdentityError.damaged }
    switch try info[0].objectIdentifier() {
    case PKCS12Structure.data: try readBags(try info[1].inner().octets(), password, depth: 0, within: &budget)
    case PKCS12Structure.encryptedData:
      let outer = try info[1].inner().children(.sequence)
      guard outer.count == 2, try outer[0].integer() == 0 else { throw IdentityError.damaged }
      let inner = try outer[1].children(.sequence)
      guard inner.count == 3, try inner[0].objectIdentifier() == PKCS12Structure.data, inner[2].tag == .context(0)
      else { throw IdentityError.damaged }
      let plain = try PasswordScheme(inner[1]).open(Self.chunks(inner[2]), password: password, within: &budget)
      try plain.withExposedArray { try readBags($0, password, depth: 0, within: &budget) }
    default: throw IdentityError.unsupported(.contentType)
    }
  }

  /// An OCTET STRING under a tag of the context: in BER it may be cut into chunks, which the tag hides from the
  /// normalizer.
  private static func chunks(_ element: DERElement) throws -> ArraySlice<UInt8> {
    guard element.isConstructed else { return element.content }
    var whole: [UInt8] = []
    for chunk in try element.children() { whole += try chunk.octets() }
    return whole[...]
  }

  private mutating func readBags(
    _ bytes: [UInt8], _ password: borrowing PKCS12Password, depth: Int, within budget: inout RoundBudget
  ) throws {
    for bag in try PKCS12Structure.layer(bytes).children(.sequence) {
      try readBag(bag, password, depth: depth, within: &budget)
    }
  }

  private mutating func readBag(
    _ bag: DERElement, _ password: borrowing PKCS12Password, depth: Int, within budget: inout RoundBudget
  ) throws {
    parts += 1
    guard parts <= PKCS12File.maximumParts else { throw InputError.tooManyValues(limit: PKCS12File.maximumParts) }
    let fields = try bag.children(.sequence)
    guard (2...3).contains(fields.count) else { throw IdentityError.damaged }
    let name = try fields[0].objectIdentifier()
    guard name.dropLast() == Self.bag[...] else { throw IdentityError.unsupported(.contentType) }
    let value = try fields[1].inner()
    let attributes = try PKCS12Attributes(fields.count == 3 ? fields[2] : nil)
    switch name.last {
    case 1: try take(Secret(copying: value.encoded), attributes)
    case 2:
      let sealed = try value.children(.sequence)
      guard sealed.count == 2 else { throw IdentityError.damaged }
      let plain = try PasswordScheme(sealed[0]).open(sealed[1].octets()[...], password: password, within: &budget)
      try take(plain, attributes)
    case 3:
      let parts = try value.children(.sequence)
      guard parts.count == 2 else { throw IdentityError.damaged }
      guard try parts[0].objectIdentifier() == Self.pkcs9 + [22, 1] else {
        throw IdentityError.unsupported(.certificate)
      }
      let certificate = try parts[1].inner().octets()
      certificates.append(
        PKCS12Certificate(der: certificate, friendlyName: attributes.friendlyName, localKeyID: attributes.localKeyID))
    // Revocation lists and other secrets are no part of an identity.
    case 4, 5: return
    case 6:
      guard depth < Self.maximumDepth else { throw IdentityError.damaged }
      for bag in try value.children(.sequence) {
        try readBag(bag, password, depth: depth + 1, within: &budget)
      }
    default: throw IdentityError.unsupported(.contentType)
    }
  }

  private mutating func take(_ key: borrowing Secret, _ attributes: PKCS12Attributes) throws {
    let structure = try key.withExposedArray { bytes throws(IdentityError) in try PrivateKeyStructure(reading: bytes) }
    keys.append(FoundKey(structure, attributes))
  }
}
