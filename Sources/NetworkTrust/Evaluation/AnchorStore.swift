import SwiftASN1
import X509

/// Anchors that were read once, with the pins of their keys.
struct AnchorStore: Sendable {
  struct Entry: Sendable {
    let encoded: [UInt8]
    let pin: ServerPin
  }

  let certificates: [Certificate]
  let store: CertificateStore
  private let entries: [Certificate: Entry]

  init(_ encoded: [[UInt8]]) throws(NetworkError) {
    var certificates: [Certificate] = []
    var entries: [Certificate: Entry] = [:]
    for bytes in encoded {
      let shape: CertificateShape
      do { shape = try CertificateShape(bytes) } catch { throw .malformedCertificate }
      if shape.flaw == .weakKey || shape.flaw == .unsupportedKey {
        throw .untrusted(shape.flaw ?? .unreadable)
      }
      guard let certificate = try? Certificate(derEncoded: bytes) else { throw .malformedCertificate }
      certificates.append(certificate)
      entries[certificate] = Entry(encoded: bytes, pin: ServerPin(publicKeyInfo: shape.publicKeyInfo))
    }
    self.certificates = certificates
    self.entries = entries
    store = CertificateStore(certificates)
  }

  func entry(of certificate: Certificate) -> Entry? { entries[certificate] }
}
