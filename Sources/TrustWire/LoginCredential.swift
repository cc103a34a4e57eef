import CryptoExtras
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

  private static let envelope = LoginEnvelope(type: "mantlet-login+jwe")

  /// - Parameter loginKey: SubjectPublicKeyInfo (DER) of the environment's login key, RSA of 2048 bits or more.
  /// - Throws: ``WireError/wrongShape`` when the key is none; nothing was encrypted then.
  public static func seal(
    user: String, password: borrowing Secret, challenge: String, device: DevicePublicKey, loginKey: [UInt8]
  ) throws(WireError) -> String {
    let text = password.withExposedBytes { String(decoding: $0, as: UTF8.self) }
    return try envelope.seal(
      [
        "user": .string(user), "password": .string(text), "challenge": .string(challenge),
        "jkt": .string(device.thumbprint),
      ], to: loginKey)
  }

  /// Which part did not fit is not told: an answer that differs would help whoever sends altered ones.
  ///
  /// - Throws: ``WireError`` `wrongShape`, `signatureInvalid` (for another key, or changed), `unreadable`, `missing`.
  public static func open(
    _ sealed: String, with key: _RSA.Encryption.PrivateKey
  ) throws(WireError) -> LoginCredential {
    let node = try envelope.open(sealed, with: key)
    let user = try node.text("user", most: 128)
    let password = try node.text("password", most: 1024)
    // The bounds of the plain form.
    if user.isEmpty { throw .missing(member: "user") }
    if password.isEmpty { throw .missing(member: "password") }
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
