import Crypto
import CryptoExtras
import Foundation

/// RSA login keys of the tests' own, made once per process: making one takes a while.
enum LoginKeys {
  private static let first: Data? = try? _RSA.Encryption.PrivateKey(keySize: .bits2048).derRepresentation
  private static let second: Data? = try? _RSA.Encryption.PrivateKey(keySize: .bits2048).derRepresentation

  static var key: _RSA.Encryption.PrivateKey? { first.flatMap { try? .init(derRepresentation: $0) } }
  static var other: _RSA.Encryption.PrivateKey? { second.flatMap { try? .init(derRepresentation: $0) } }
}
