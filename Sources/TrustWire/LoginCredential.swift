import Crypto
import Foundation
import Redaction
import UntrustedInput

/// A person's name and password, sealed to the server's login key, so that a TLS-terminating proxy or a request log
/// holds nothing usable. Bound to the AppToken it was sent with.
///
/// Does not protect from a compromised server, nor from a keyboard that listens.
/// Source: RFC 9180 (HPKE base mode), suite P-256, HKDF-SHA256, AES-256-GCM.
public enum LoginCredential {
  private static let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
  private static let purpose = Data("mantlet login 1".utf8)

  /// - Parameter loginKey: X9.63 point of the environment's login key.
  /// - Throws: ``WireError/wrongShape`` when the key is no point on the curve.
  public static func seal(
    user: String, password: borrowing Secret, loginKey: [UInt8], appToken: String
  ) throws(WireError) -> String {
    let text = password.withExposedBytes { String(decoding: $0, as: UTF8.self) }
    let message = JSONWriter().bytes(["user": .string(user), "password": .string(text)])
    do {
      let key = try P256.KeyAgreement.PublicKey(x963Representation: loginKey)
      var sender = try HPKE.Sender(recipientKey: key, ciphersuite: suite, info: purpose)
      let sealed = try sender.seal(Data(message), authenticating: Data(appToken.utf8))
      return Base64URL.encode(sender.encapsulatedKey) + "." + Base64URL.encode(sealed)
    } catch {
      throw .wrongShape
    }
  }

  /// - Throws: ``WireError`` `wrongShape`, `unreadable`, `signatureInvalid` (sealed to another key or AppToken).
  public static func open(
    _ sealed: String, privateKey: P256.KeyAgreement.PrivateKey, appToken: String
  ) throws(WireError) -> (user: String, password: String) {
    let parts = sealed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, sealed.utf8.count <= 8192 else { throw .wrongShape }
    let message: Data
    guard let encapsulated = try? Base64URL.decode(parts[0]), let ciphertext = try? Base64URL.decode(parts[1])
    else { throw .wrongShape }
    do {
      var recipient = try HPKE.Recipient(
        privateKey: privateKey, ciphersuite: suite, info: purpose, encapsulatedKey: Data(encapsulated))
      message = try recipient.open(Data(ciphertext), authenticating: Data(appToken.utf8))
    } catch {
      throw .signatureInvalid
    }
    do {
      let node = try JSONReader(maximumBytes: 4096, maximumDepth: 2).read(message)
      return (try node.text("user"), try node.text("password"))
    } catch let error as WireError {
      throw error
    } catch {
      throw .wrongShape
    }
  }
}
