import CryptoExtras
import Redaction
import UntrustedInput

/// A person's current and new password, encrypted to the environment's login key like a ``LoginCredential``, with a
/// challenge of the server and the device key inside: a copy is good neither a second time nor from another device, and
/// neither message opens as the other.
///
/// Whose password it is, the access token of the request says. The limits of ``LoginCredential`` hold here, too.
public struct PasswordChange: ~Copyable {
  public let current: Secret
  public let new: Secret
  /// The server's challenge that this change answers.
  public let challenge: String
  /// Thumbprint of the device key that sends it.
  public let device: String

  private static let envelope = LoginEnvelope(type: "mantlet-password+jwe")

  // O.Pass_3#250
  /// - Parameter loginKey: SubjectPublicKeyInfo (DER) of the environment's login key, RSA of 2048 bits or more.
  /// - Throws: ``WireError/wrongShape`` when the key is none; nothing was encrypted then.
  public static func seal(
    current: borrowing Secret, new: borrowing Secret, challenge: String, device: DevicePublicKey, loginKey: [UInt8]
  ) throws(WireError) -> String {
    try envelope.seal(
      [
        "current": .string(current.withExposedBytes { String(decoding: $0, as: UTF8.self) }),
        "new": .string(new.withExposedBytes { String(decoding: $0, as: UTF8.self) }),
        "challenge": .string(challenge), "jkt": .string(device.thumbprint),
      ], to: loginKey)
  }

  /// - Throws: ``WireError`` `wrongShape`, `signatureInvalid` (for another key, or changed), `unreadable`, `missing`.
  public static func open(
    _ sealed: String, with key: _RSA.Encryption.PrivateKey
  ) throws(WireError) -> PasswordChange {
    let node = try envelope.open(sealed, with: key)
    let current = try node.text("current", most: 1024)
    let new = try node.text("new", most: 1024)
    let challenge = try node.text("challenge", most: 128)
    return PasswordChange(
      current: Secret(copying: current.utf8), new: Secret(copying: new.utf8), challenge: challenge,
      device: try node.text("jkt", most: 43))
  }

  private init(current: consuming Secret, new: consuming Secret, challenge: String, device: String) {
    self.current = current
    self.new = new
    self.challenge = challenge
    self.device = device
  }
}
