import Crypto
import CryptoExtras
import Foundation
import UntrustedInput

/// What goes to the environment's login key: a JWE in compact form with one algorithm each, `RSA-OAEP-256` and
/// `A256GCM`. The header is written here and compared whole, nothing is read from it; its type keeps one kind of message
/// from being opened as another. Source: RFC 7516; RFC 7518, sections 4.3 and 5.3; RFC 8725, section 3.11.
struct LoginEnvelope {
  /// The longest text that is looked at, in bytes.
  private static let limit = 8192
  private let header: String

  /// - Parameter type: the header's `typ`, one of our own words.
  init(type: String) {
    header = Base64URL.encode(Array(#"{"alg":"RSA-OAEP-256","enc":"A256GCM","typ":"\#(type)"}"#.utf8))
  }

  /// - Parameter loginKey: SubjectPublicKeyInfo (DER), RSA of 2048 bits or more.
  /// - Throws: ``WireError/wrongShape`` when the key is none; nothing was encrypted then.
  func seal(_ message: JSONNode, to loginKey: [UInt8]) throws(WireError) -> String {
    do {
      let key = try _RSA.Encryption.PublicKey(derRepresentation: loginKey)
      let content = SymmetricKey(size: .bits256)
      // O.Cryp_3#30
      let wrapped = try key.encrypt(content.withUnsafeBytes { Data($0) }, padding: .PKCS1_OAEP_SHA256)
      let box = try AES.GCM.seal(JSONWriter().bytes(message), using: content, authenticating: Array(header.utf8))
      return [
        header, Base64URL.encode(wrapped), Base64URL.encode(box.nonce), Base64URL.encode(box.ciphertext),
        Base64URL.encode(box.tag),
      ].joined(separator: ".")
    } catch {
      throw .wrongShape
    }
  }

  /// Which part did not fit is not told: an answer that differs would help whoever sends altered ones.
  ///
  /// - Throws: ``WireError`` `wrongShape`, `signatureInvalid` (for another key, or changed), `unreadable`.
  func open(_ sealed: String, with key: _RSA.Encryption.PrivateKey) throws(WireError) -> JSONNode {
    guard sealed.utf8.count <= Self.limit else { throw .wrongShape }
    let parts = sealed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == header, let wrapped = try? Base64URL.decode(parts[1]),
      let nonce = try? Base64URL.decode(parts[2]), let ciphertext = try? Base64URL.decode(parts[3]),
      let tag = try? Base64URL.decode(parts[4]), nonce.count == 12, tag.count == 16
    else { throw .wrongShape }
    let message: Data
    do {
      let content = try key.decrypt(Data(wrapped), padding: .PKCS1_OAEP_SHA256)
      guard content.count == 32 else { throw WireError.signatureInvalid }
      let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
      message = try AES.GCM.open(box, using: SymmetricKey(data: content), authenticating: Array(header.utf8))
    } catch {
      throw .signatureInvalid
    }
    do {
      return try JSONReader(maximumBytes: Self.limit, maximumDepth: 2).read(message)
    } catch {
      throw .unreadable(error)
    }
  }
}
