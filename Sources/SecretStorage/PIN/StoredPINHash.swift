public import Redaction
public import SecurityPolicy

/// The hash that is stored for a PIN, of today's kind or of an older app's.
public enum StoredPINHash: PlacedSecretValue, SensitiveValue, ~Copyable {
  case current(PINHash)
  case legacy(LegacyPINHash)

  public static var dataType: DataType { .pinHash }

  /// Reads either kind; they differ in length.
  ///
  /// - Throws: ``StorageError/unreadableValue(_:)``, ``StorageError/newerVersion(_:)``.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    switch secret.count {
    case 32, 44, 64:
      guard let hash = LegacyPINHash(secret) else { throw .unreadableValue(name) }
      self = .legacy(hash)
    default:
      self = .current(try PINHash(reading: secret, named: name))
    }
  }

  /// Whether a hash made with `wanted` would be stronger; always, for a hash of an older app.
  public borrowing func needsUpgrade(to wanted: PINHashParameters = .standard) -> Bool {
    switch self {
    case .current(let hash): hash.needsUpgrade(to: wanted)
    case .legacy: true
    }
  }

  /// Whether comparing needs the device secret.
  var isKeyed: Bool {
    switch self {
    case .current: true
    case .legacy: false
    }
  }

  /// The stored form; a hash of an older app in raw bytes.
  public borrowing func secretForm() -> Secret {
    switch self {
    case .current(let hash): hash.secretForm()
    case .legacy(let hash): hash.secretForm()
    }
  }
}
