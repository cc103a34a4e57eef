import UntrustedInput

/// The public keys of one device, to be given to whoever makes a mission's key: so that the mission obeys this device, or so
/// that a key can be sealed to it. Public: it can be sent by mail. Who gives it to you is a question that people answer.
///
/// As text `mantlet-mesh-device:` and base64url of: version 1, signing key behind its algorithm, agreement key 32, checksum 4.
public struct MeshDeviceCard: Sendable, Hashable {
  public static let prefix = "mantlet-mesh-device:"
  private static let version: UInt8 = 1
  /// What the device signs with.
  public let device: MeshDeviceKey
  /// X25519; what keys are sealed to.
  public let agreementKey: [UInt8]

  /// The public halves of this device's keys.
  public init(_ device: MeshDevice) {
    (self.device, agreementKey) = (device.signer.publicKey, device.agreementKey)
  }

  /// - Throws: ``MeshError/keyText(expected:)``, ``MeshError/newerKeyVersion(_:)``, ``MeshError/keyChecksum``,
  ///   ``MeshError/publicKey``.
  public init(_ text: String) throws(MeshError) {
    guard text.utf8.count <= 256, text.hasPrefix(Self.prefix),
      let bytes = try? Base64URL.decode(text.dropFirst(Self.prefix.count)), bytes.count > 5
    else { throw .keyText(expected: Self.prefix) }
    guard bytes[0] == Self.version else { throw .newerKeyVersion(Int(bytes[0])) }
    let sum = bytes.dropLast(4).withUnsafeBytes { MeshChecksum.of($0) }
    guard sum == Array(bytes.suffix(4)) else { throw .keyChecksum }
    var fields = ByteFields(Array(bytes.dropFirst().dropLast(4)))
    guard let device = MeshDeviceKey(reading: &fields), let agreement = fields.take(32), fields.isAtEnd,
      KeyAgreement.isUsable(agreement)
    else { throw .publicKey }
    (self.device, agreementKey) = (device, agreement)
  }

  public var text: String {
    let bytes = [Self.version] + device.encoded + agreementKey
    return Self.prefix + Base64URL.encode(bytes + bytes.withUnsafeBytes { MeshChecksum.of($0) })
  }
}
