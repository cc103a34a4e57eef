import Redaction
import SecurityPolicy

/// What is kept of a ``BiometricGate`` beside its key, readable without its owner: that there is one, how its key is
/// known again, and for which biometric set it was made. Before, the same bytes say in another item whose set-up it is.
///
/// Layout of version 1, in bytes: magic `GATE` (4), version (1), HMAC-SHA256 of a constant text under the key (32), then
/// nothing, or SHA-256 of what stood for the set (32).
struct GateMark: PlacedSecretValue {
  static var dataType: DataType { .cryptographicKey }
  static let header = Array("GATE".utf8) + [1]

  /// How the key is known again.
  let code: [UInt8]
  /// Empty where nothing stood for the set.
  let set: [UInt8]

  init(code: [UInt8], set: [UInt8]) {
    self.code = code
    self.set = set
  }

  init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    let bytes = secret.withExposedBytes { Array($0.prefix(70)) }
    guard bytes.count >= 5, bytes.starts(with: Self.header.prefix(4)), bytes[4] >= 1 else {
      throw .unreadableValue(name)
    }
    guard bytes[4] == 1 else { throw .newerVersion(name) }
    guard [37, 69].contains(bytes.count) else { throw .unreadableValue(name) }
    code = Array(bytes[5..<37])
    set = Array(bytes[37...])
  }

  func secretForm() -> Secret { Secret(copying: Self.header + code + set) }
}
