import SecurityPolicy
import UntrustedInput

/// The parts of an attestation object, read but not yet believed.
struct AppAttestObject {
  let authenticatorData: [UInt8]
  let data: AuthenticatorData
  let credential: AuthenticatorData.Credential
  let leaf: Certificate
  let intermediate: Certificate
  /// The uncompressed point of the leaf's key.
  let point: [UInt8]
  /// What the leaf says about client data: 32 bytes.
  let nonce: [UInt8]
  let receipt: [UInt8]

  /// Takes the steps parse, fmt, x5c and extensions.
  init(_ bytes: [UInt8], _ trail: inout AttestationTrail) throws(AttestationError) {
    let parts: Parts
    do {
      parts = try Parts(bytes)
    } catch {
      throw trail.refusal(.parse, Verdict.Reason("the attestation object is malformed: \(error)"))
    }
    try trail.require(parts.format == "apple-appattest", .format, "the format is not apple-appattest")
    try trail.require(parts.chain.count == 2, .certificates, "x5c is not leaf and intermediate")
    let (leafBytes, intermediateBytes) = (parts.chain[0], parts.chain[1])
    guard var data = AuthenticatorData(parts.authenticatorData) else {
      throw trail.refusal(.parse, "the authenticator data is too short")
    }
    do {
      credential = try AuthenticatorData.credential(parts.authenticatorData)
      leaf = try Certificate(leafBytes)
      intermediate = try Certificate(intermediateBytes)
      nonce = try Self.nonce(leaf)
    } catch {
      throw trail.refusal(.parse, Verdict.Reason("a part of the attestation object is malformed: \(error)"))
    }
    guard let point = leaf.point else { throw trail.refusal(.parse, "the leaf's key is not on P-256") }
    trail.pass(.parse)
    try trail.require(data.readExtensions(credential.rest), .extensions, "what follows the key is not one known map")
    self.point = point
    self.data = data
    authenticatorData = parts.authenticatorData
    receipt = parts.receipt
  }

  private struct Parts {
    let format: String
    let chain: [[UInt8]]
    let receipt: [UInt8]
    let authenticatorData: [UInt8]

    init(_ bytes: [UInt8]) throws(InputError) {
      let object = try CBORReader(maximumDepth: 4, maximumValues: 32).read(bytes)
      guard object.members?.count == 3, let format = object["fmt"]?.text,
        let data = object["authData"]?.bytes, let statement = object["attStmt"], statement.members?.count == 2,
        let receipt = statement["receipt"]?.bytes, let list = statement["x5c"]?.array
      else { throw .malformedBinary(expected: "fmt, attStmt and authData", offset: 0) }
      self.format = format
      self.receipt = receipt
      authenticatorData = data
      chain = list.compactMap(\.bytes)
      guard chain.count == list.count else { throw .malformedBinary(expected: "certificates", offset: 0) }
    }
  }

  /// Extension 1.2.840.113635.100.8.2: SEQUENCE { [1] { OCTET STRING of 32 bytes } }.
  private static func nonce(_ leaf: Certificate) throws(InputError) -> [UInt8] {
    guard let value = leaf.extensions[ObjectIdentifiers.appleAttestation + [2]]?.value else {
      throw .malformedBinary(expected: "the nonce in the leaf", offset: 0)
    }
    let parts = try DERReader().read(value).children(.sequence)
    guard parts.count == 1, parts[0].tag == .context(1) else {
      throw .malformedBinary(expected: "the nonce in the leaf", offset: 0)
    }
    let nonce = try parts[0].inner().octets()
    guard nonce.count == 32 else { throw .malformedBinary(expected: "a nonce of 32 bytes", offset: 0) }
    return nonce
  }

  /// Version and build of the operating system: extension 1.2.840.113635.100.8.7, tags 1400 and 1403. Apple does not
  /// document it; what does not read as text there is no fact, and no reason to refuse what Apple signed.
  var system: (version: String?, build: String?) {
    guard let value = leaf.extensions[ObjectIdentifiers.appleAttestation + [7]]?.value,
      let parts = try? DERReader().read(value).children(.sequence)
    else { return (nil, nil) }
    func text(_ number: UInt32) -> String? {
      guard let bytes = try? parts.first(where: { $0.tag == .context(number) })?.inner().octets(),
        (1...32).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
    return (text(1400), text(1403))
  }
}
