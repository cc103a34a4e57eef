import Crypto
import Foundation
import Redaction
import SealedRecords
import SecretStorage

/// Record keys, kept as secrets: `SealedRecords` asks, `SecretStorage` keeps.
package struct StoredRecordKeys: RecordKeys {
  /// The one key of the first record format.
  static let firstName = SecretName(constant: "record-key")
  static let prefix = "record-key."

  /// Who replaces a lost item is alone in the process from the look to the end, whichever store that is in.
  private static let turn = Turn()

  let store: any SecretStore
  let access: AccessRequirement

  package init(store: any SecretStore, access: AccessRequirement) {
    self.store = store
    self.access = access
  }

  /// `record-key.VERSION.KIND`; a kind that is too long for a name stands there as its digest, after a hyphen.
  static func name(_ kind: RecordKind, _ version: Int) -> SecretName {
    guard version != 0 else { return firstName }
    if let name = SecretName("\(prefix)\(version).\(kind.text)") { return name }
    let digest = SHA256.hash(data: Array(kind.text.utf8)).prefix(16)
      .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    // At most 11 + 20 + 1 + 32 characters of the alphabet. Any other name in its place would mix up two keys.
    guard let name = SecretName("\(prefix)\(version)-\(digest)") else { preconditionFailure("not a name") }
    return name
  }

  /// Nil also for one whose item is lost for good; nothing is deleted for that.
  package func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret? {
    do { return try await store.read(Self.name(kind, version)) } catch {
      guard !error.isLoss else { return nil }
      throw RecordError(error, keyOf: kind)
    }
  }

  /// An item that is lost for good makes way. Looking at it and putting the key in its place are two steps of the
  /// store, in turn within one process only: of two processes that do so at once the later one may put its key over the
  /// other's, and what that one has sealed by then nothing opens any more.
  package func makeKey(for kind: RecordKind, version: Int) async throws(RecordError) {
    let name = Self.name(kind, version)
    guard try await !addKey(name, kind) else { return }
    await Self.turn.take()
    defer { Self.turn.end() }
    // A key that is there seals records already: a new one in its place would lose them. One that is lost seals none
    // that anybody can open, and would have each caller make a key that is not there.
    if try await isLost(name, kind) {
      do { try await store.write(Self.newKey(), as: name, access: access) } catch {
        throw RecordError(error, keyOf: kind)
      }
    } else {
      // It may have been erased since.
      _ = try await addKey(name, kind)
    }
  }

  private func isLost(_ name: SecretName, _ kind: RecordKind) async throws(RecordError) -> Bool {
    do {
      _ = try await store.read(name)
      return false
    } catch {
      guard error.isLoss else { throw RecordError(error, keyOf: kind) }
      return true
    }
  }

  private static func newKey() -> Secret {
    let key = SymmetricKey(size: .bits256)
    return Secret(count: 32) { key.withUnsafeBytes($0.copyMemory(from:)) }
  }

  /// - Returns: whether there was none.
  private func addKey(_ name: SecretName, _ kind: RecordKind) async throws(RecordError) -> Bool {
    do throws(StorageError) {
      try await store.add(Self.newKey(), as: name, access: access)
      return true
    } catch .duplicate {
      return false
    } catch {
      throw RecordError(error, keyOf: kind)
    }
  }

  package func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError) {
    do { try await store.delete(Self.name(kind, version)) } catch { throw RecordError(error, keyOf: kind) }
  }
}
