import Crypto
import CryptoExtras
import Foundation

/// An RSA login key of the tests' own, made once per process.
struct LoginKey: Sendable {
  private let der: Data
  let publicDER: [UInt8]

  init() {
    do {
      let key = try _RSA.Encryption.PrivateKey(keySize: .bits2048)
      der = key.derRepresentation
      publicDER = [UInt8](key.publicKey.derRepresentation)
    } catch {
      preconditionFailure("no RSA key can be made here")
    }
  }

  var key: _RSA.Encryption.PrivateKey {
    get throws { try _RSA.Encryption.PrivateKey(derRepresentation: der) }
  }
}
