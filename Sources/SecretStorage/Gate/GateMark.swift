import Crypto
import Redaction
import SecurityPolicy

/// What is kept of a ``BiometricGate`` beside its key, readable without its owner: that there is one, how its key is
/// known again, and for which biometric set it was made.
///
/// Layout of version 1, in bytes: magic `GATE` (4), version (1), HMAC-SHA256 of a constant text under the key (32), then
/// nothing, or SHA-256 of what stood for the set (32).
struct GateMark: PlacedSecretValue {
  static var dataType: DataType { .cryptographicKey }
  static let keyCount = 32
  private static let header = Array("GATE".utf8) + [1]

  private let code: [UInt8]
  private let set: [UInt8]

  init(of key: borrowing Secret, enrolment: [UInt8]?) {
    code = Self.code(key)
    set = enrolment.map { Array(SHA256.hash(data: $0)) } ?? []
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

  func isMade(of key: borrowing Secret) -> Bool {
    key.count == Self.keyCount && Secret(copying: Self.code(key)).isEqual(to: Secret(copying: code))
  }

  /// Only where both are known: silence is no change.
  func isOfAnotherSet(than enrolment: [UInt8]?) -> Bool {
    guard let enrolment, !set.isEmpty else { return false }
    return Array(SHA256.hash(data: enrolment)) != set
  }

  private static func code(_ key: borrowing Secret) -> [UInt8] {
    var code = HMAC<SHA256>(key: key.withExposedBytes { SymmetricKey(data: $0) })
    code.update(data: Array("mantlet.gate.1".utf8))
    return Array(code.finalize())
  }
}
