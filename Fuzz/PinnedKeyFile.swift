import Crypto
import SwiftASN1

/// A file that pins are shown of: each of its certificates and public keys gives one pin, the same alone as among the
/// others and in their order, and a certificate's is that of its key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let pins = try? PinnedKeyFile.pins(in: bytes) else { return 0 }
  if let shape = try? CertificateShape(bytes) {
    if pins.map(\.digest) != [Array(SHA256.hash(data: shape.publicKeyInfo))] { fatalError() }
    if (try? PinnedKeyFile.pins(in: Array(PEMDocument(type: "CERTIFICATE", derBytes: bytes).pemString.utf8))) != pins {
      fatalError()
    }
    return 0
  }
  guard let documents = try? PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self)) else {
    fatalError()
  }
  var alone: [ServerPin] = []
  for document in documents {
    // A private key gives none.
    guard let pin = try? PinnedKeyFile.pins(in: Array(document.pemString.utf8)) else { continue }
    let isTrusted = document.discriminator == "TRUSTED CERTIFICATE"
    let bytes = isTrusted ? PinnedKeyFile.withoutTrust(document.derBytes) : document.derBytes
    let info = (try? CertificateShape(bytes).publicKeyInfo).map { Array($0) } ?? bytes
    if pin.map(\.digest) != [Array(SHA256.hash(data: info))] { fatalError() }
    alone += pin
  }
  if alone != pins { fatalError() }
  return 0
}
