import Crypto
import CryptoExtras
import Foundation
import Redaction
import UntrustedInput

/// A person's name and password, encrypted to the environment's login key, so that a TLS-terminating proxy or a request
/// log holds nothing usable. A challenge of the server and the device key stand inside: a copy of it is good neither a
/// second time nor from another device.
///
/// Does not protect from a compromised server, nor from a keyboard that listens. One login key opens every login that
/// was recorded before it leaked: there is no forward secrecy here, TLS brings it.
///
/// A JWE in compact form with one algorithm each: `RSA-OAEP-256` and `A256GCM`; the header is written here and compared
/// whole, nothing is read from it. Source: RFC 7516; RFC 7518, sections 4.3 and 5.3.
public struct LoginCredential: ~Copyable {
  public let user: String
  public let password: Secret
  /// The server's challenge that this login answers.
  public let challenge: String
  /// Thumbprint of the device key that sends it.
  public let device: String

  private static let header = Base64URL.encode(
    Array(#"{"alg":"RSA-OAEP-256","enc":"A256GCM","typ":"mantlet-login+jwe"}"#.utf8))
  /// The longest text that is looked at, in bytes.
  private static let limit = 8192

  /// - Parameter loginKey: SubjectPublicKeyInfo (DER) of the environment's login key, RSA of 2048 bits or more.
  /// - Throws: ``WireError/wrongShape`` when the key is none; nothing was encrypted then.
  public static func seal(
    user: String, password: borrowing Secret, challenge: String, device: DevicePublicKey, loginKey: [UInt8]
  ) throws(WireError) -> String {
    let text = password.withExposedBytes { String(decoding: $0, as: UTF8.self) }
    let message = JSONWriter().bytes([
      "user": .string(user), "password": .string(text), "challenge": .string(challenge),
      "jkt": .string(device.thumbprint),
    ])
    do {
      let key = try _RSA.Encryption.PublicKey(derRepresentation: loginKey)
      let content = SymmetricKey(size: .bits256)
      // O.Cryp_3#30
      let wrapped = try key.encrypt(content.withUnsafeBytes { Data($0) }, padding: .PKCS1_OAEP_SHA256)
      let box = try AES.GCM.seal(message, using: content, authenticating: Array(header.utf8))
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
  /// - Throws: ``WireError`` `wrongShape`, `signatureInvalid` (for another key, or changed), `unreadable`, `missing`.
  public static func open(
    _ sealed: String, with key: _RSA.Encryption.PrivateKey
  ) throws(WireError) -> LoginCredential {
    guard sealed.utf8.count <= limit else { throw .wrongShape }
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
    let node: JSONNode
    do {
      node = try JSONReader(maximumBytes: limit, maximumDepth: 2).read(message)
    } catch {
      throw .unreadable(error)
    }
    let user = try node.text("user", most: 128)
    let password = try node.text("password", most: 1024)
    let challenge = try node.text("challenge", most: 128)
    return LoginCredential(
      user: user, password: Secret(copying: password.utf8), challenge: challenge,
      device: try node.text("jkt", most: 43))
  }

  private init(user: String, password: consuming Secret, challenge: String, device: String) {
    self.user = user
    self.password = password
    self.challenge = challenge
    self.device = device
  }
}
