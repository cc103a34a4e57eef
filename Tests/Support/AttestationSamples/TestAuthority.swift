import Crypto
import Foundation

/// Certificates with keys of this run, for what the vectors outside the repository show and what they do not.
package struct TestAuthority {
  package enum Key {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)

    package var publicKey: [UInt8] {
      switch self {
      case .p256(let key): Array(key.publicKey.derRepresentation)
      case .p384(let key): Array(key.publicKey.derRepresentation)
      }
    }

    package func sign(_ bytes: [UInt8], _ digest: UInt8) throws -> [UInt8] {
      switch (self, digest) {
      case (.p256(let key), 2): Array(try key.signature(for: SHA256.hash(data: bytes)).derRepresentation)
      case (.p256(let key), _): Array(try key.signature(for: SHA384.hash(data: bytes)).derRepresentation)
      case (.p384(let key), 2): Array(try key.signature(for: SHA256.hash(data: bytes)).derRepresentation)
      case (.p384(let key), _): Array(try key.signature(for: SHA384.hash(data: bytes)).derRepresentation)
      }
    }
  }

  package static let ecdsa: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03]
  package static let apple: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x08]
  package static let keyDescription: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xD6, 0x79, 0x02, 0x01, 0x11]

  /// A name with a common name, and a serialNumber where Google's factory would have put one.
  package static func name(_ common: String, serial: String? = nil) -> [UInt8] {
    let serialPart = serial.map {
      DERWriter.set(DERWriter.sequence(DERWriter.name([0x55, 4, 5]), DERWriter.text($0)))
    }
    let commonPart = DERWriter.set(DERWriter.sequence(DERWriter.name([0x55, 4, 3]), DERWriter.text(common)))
    let organisation = DERWriter.set(DERWriter.sequence(DERWriter.name([0x55, 4, 10]), DERWriter.text("Google LLC")))
    return DERWriter.value([0x30], (serialPart ?? []) + commonPart + organisation)
  }

  package static func constraint(isAuthority: Bool) -> [UInt8] {
    DERWriter.sequence(
      DERWriter.name([0x55, 0x1D, 0x13]), DERWriter.boolean(),
      DERWriter.octets(isAuthority ? DERWriter.sequence(DERWriter.boolean()) : DERWriter.sequence()))
  }

  package static func plain(_ oid: [UInt8], _ value: [UInt8]) -> [UInt8] {
    DERWriter.sequence(DERWriter.name(oid), DERWriter.octets(value))
  }

  /// One certificate, signed by `issuerKey`.
  package static func certificate(
    subject: [UInt8], key: [UInt8], issuer: [UInt8], issuerKey: Key, serial: Int64 = 7, extensions: [[UInt8]],
    digest: UInt8 = 2, hasNull: Bool = false, from: String = "20260101000000Z", to: String = "20270101000000Z"
  ) throws -> [UInt8] {
    let algorithm = DERWriter.value([0x30], DERWriter.name(ecdsa + [digest]) + (hasNull ? DERWriter.null : []))
    let signed = DERWriter.sequence(
      DERWriter.context(0, DERWriter.integer(2)), DERWriter.integer(serial), algorithm, issuer,
      DERWriter.sequence(DERWriter.time(from), DERWriter.time(to)), subject, key,
      DERWriter.context(3, DERWriter.value([0x30], Array(extensions.joined()))))
    return DERWriter.sequence(signed, algorithm, DERWriter.bits(try issuerKey.sign(signed, digest)))
  }
}
