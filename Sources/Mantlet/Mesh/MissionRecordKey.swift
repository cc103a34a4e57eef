import Crypto
import Foundation
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy

/// What the ids of a mission's records follow from; there as long as there are any. Ids lie in clear in the record file, and
/// without this key they tell nobody which uid they stand for.
struct MissionRecordKey {
  static let name = SecretName(constant: "mesh.records")
  private let key: SymmetricKey

  private init(_ secret: borrowing Secret) { key = secret.withExposedBytes { SymmetricKey(data: $0) } }

  /// - Throws: `StorageError` when the store does not answer.
  static func kept(in secrets: any SecretStore) async throws(StorageError) -> MissionRecordKey? {
    guard let secret = try await secrets.read(name) else { return nil }
    return MissionRecordKey(secret)
  }

  /// The one that is kept, or a new one.
  static func made(in secrets: any SecretStore, _ access: AccessRequirement) async throws(StorageError)
    -> MissionRecordKey
  {
    if let kept = try await kept(in: secrets) { return kept }
    var dice = SystemRandomNumberGenerator()
    let fresh = Secret(randomBytes: 32, using: &dice)
    return MissionRecordKey(try await secrets.addOrRead(fresh, as: name, access: access))
  }

  /// The same for the same entry: what is newer takes its place.
  func id(_ part: MissionEntry.Part, _ name: String) -> UUID {
    let code = HMAC<SHA256>.authenticationCode(for: [part.rawValue] + Array(name.utf8), using: key)
    var bytes = Array(code.prefix(16))
    // Version 8 of RFC 9562: a value of our own making.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
