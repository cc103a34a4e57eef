import Redaction
import UntrustedInput

/// The two texts that carry a mesh key, as a QR code or typed.
///
/// - The seed's: `takcan-mesh-psk://` and exactly 43 characters of base64url: 32 bytes, nothing else.
/// - Ours: `mantlet-mesh-key:` and base64url of a record with version, suite, epoch, validity, key, key id, authority,
///   mission name and checksum. There is no `//`: nothing in it is a host or a path.
///
/// Both **are** the key: whoever photographs the code is a member. A scheme is not exclusive, so any app may claim it
/// and be handed the key by the system's camera: scan inside the app only, show it briefly, keep it out of pasteboard,
/// screenshots and history.
/// Source: RFC 4648 section 5; BSI TR-03161-1 O.Data_2.
public enum MeshKeyText {
  public static let seedPrefix = "takcan-mesh-psk://"
  public static let prefix = "mantlet-mesh-key:"
  private static let seedCount = 43
  private static let limit = 400

  /// The key behind a scanned text, not yet usable: a person must confirm its fingerprint. Nothing is trimmed, no case
  /// is ignored.
  ///
  /// - Parameters:
  ///   - mission: the name for a key in the seed's form, which has none.
  ///   - insecureSeedSuite: true takes a key in the seed's form for the seed's suite; otherwise it serves ours.
  /// - Throws: ``MeshError/keyText(expected:)``, ``MeshError/keyChecksum``, ``MeshError/newerKeyVersion(_:)``,
  ///   ``MeshError/keyExpired``, ``MeshError/keyNotYetValid``, ``MeshError/suiteMismatch``.
  public static func read(
    _ text: String, mission: String = "mission", insecureSeedSuite: Bool = false, now: MeshTime
  ) throws(MeshError) -> PendingMeshKey {
    guard text.utf8.count <= limit else { throw .keyText(expected: "at most \(limit) characters") }
    let key: MeshKey
    if let coded = rest(of: text, after: seedPrefix) {
      guard coded.count == seedCount else { throw .keyText(expected: "43 characters of base64url") }
      key = try MeshKey(decoded(coded), mission: mission, suite: insecureSeedSuite ? .seed : .noise)
    } else if let coded = rest(of: text, after: prefix) {
      key = try MeshKeyRecord.key(reading: decoded(coded))
      guard key.suite == .noise || insecureSeedSuite else { throw .suiteMismatch }
      try key.checkTime(at: now)
    } else {
      throw .keyText(expected: seedPrefix + " or " + prefix)
    }
    return PendingMeshKey(key)
  }

  /// Our form of the key; the text is the secret.
  public static func exposedText(of key: MeshKey) -> Secret {
    text(prefix, MeshKeyRecord.bytes(of: key))
  }

  /// The seed's form of the key, for devices that know nothing else: no name, no end, no authority, no checksum.
  public static func exposedSeedText(of key: MeshKey) -> Secret {
    key.withExposedKey { text(seedPrefix, Secret(copying: $0)) }
  }

  private static func text(_ prefix: String, _ bytes: borrowing Secret) -> Secret {
    bytes.withExposedBytes { Secret(copying: (prefix + Base64URL.encode($0)).utf8) }
  }

  private static func rest(of text: String, after prefix: String) -> Substring.UTF8View? {
    text.utf8.starts(with: prefix.utf8) ? text.utf8.dropFirst(prefix.utf8.count) : nil
  }

  private static func decoded(_ text: Substring.UTF8View) throws(MeshError) -> Secret {
    guard let bytes = try? Base64URL.decode(Substring(text)) else {
      throw .keyText(expected: "base64url without padding")
    }
    return Secret(copying: bytes)
  }
}
