import Crypto
import Redaction

/// The cryptography of a mark; reading one needs none.
extension GateMark {
  static let keyCount = 32

  init(of key: borrowing Secret, enrolment: [UInt8]?) {
    self.init(code: Self.code(key), set: enrolment.map { Array(SHA256.hash(data: $0)) } ?? [])
  }

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
