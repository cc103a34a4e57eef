import Crypto
import Foundation
import Redaction
import SealedRecords
import SecretStorage

/// The record key, kept as a secret: `SealedRecords` asks, `SecretStorage` keeps.
struct StoredRecordKeys: RecordKeys {
  let store: any SecretStore
  let name: SecretName

  /// Makes the key on first use. One that is there but unreadable is never replaced: records sealed under it would be
  /// lost.
  /// - Throws: ``StorageError``.
  init(in store: any SecretStore, access: AccessRequirement) async throws(StorageError) {
    guard let name = SecretName("record-key") else { throw .unavailable(0) }
    self.name = name
    self.store = store
    let isMissing =
      switch try await store.read(name) {
      case .none: true;
      case .some: false
      }
    if isMissing {
      let key = SymmetricKey(size: .bits256)
      try await store.write(Secret(count: 32) { key.withUnsafeBytes($0.copyMemory(from:)) }, as: name, access: access)
    }
  }

  func key(for kind: RecordKind) async throws(RecordError) -> Secret {
    let key: Secret?
    do {
      key = try await store.read(name)
    } catch {
      throw .keyUnavailable(kind)
    }
    guard let key else { throw .keyUnavailable(kind) }
    return key
  }
}
