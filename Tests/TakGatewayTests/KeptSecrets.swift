import Redaction
import SecretStorage
import SecurityPolicy

/// A store in memory whose bytes can be damaged, and which tells under what access they were written.
actor KeptSecrets: SecretStore {
  private var bytes: [SecretName: [UInt8]] = [:]
  private(set) var accesses: [AccessRequirement] = []

  func read(_ name: SecretName) throws(StorageError) -> Secret? { bytes[name].map { Secret(copying: $0) } }

  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) throws(StorageError) {
    accesses.append(access)
    bytes[name] = secret.withExposedBytes { Array($0) }
  }

  func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) throws(StorageError) {
    guard bytes[name] == nil else { throw .duplicate(name) }
    try write(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) throws(StorageError) { bytes[name] = nil }
  func names() throws(StorageError) -> [SecretName] { bytes.keys.sorted() }

  /// Takes the last byte of every value away.
  func shorten() { for name in bytes.keys { bytes[name]?.removeLast() } }
}
