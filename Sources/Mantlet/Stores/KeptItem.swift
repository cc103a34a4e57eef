import AppIntegrity
import Redaction
import SecretStorage

/// What the checks of the device keep, as one item of the secret store: on this device only, in whatever hands it is.
struct KeptItem: CheckKeeping {
  /// The history of the checks.
  static let checks = SecretName(constant: "device-checks")
  /// The state of the attestation key.
  static let attestation = SecretName(constant: "device-attestation")

  let store: any SecretStore
  let name: SecretName
  let access: AccessRequirement

  func load() async throws(IntegrityError) -> [UInt8]? {
    let kept: Secret?
    do { kept = try await store.read(name) } catch {
      switch error {
      // The item is there and is not what was written: what it said is gone.
      case .corrupted, .newerVersion, .wrongKey, .rolledBack, .removed, .unreadableValue: throw .historyDamaged
      default: throw .historyUnreachable
      }
    }
    guard let kept else { return nil }
    return kept.withExposedBytes { Array($0) }
  }

  func save(_ bytes: [UInt8]) async throws(IntegrityError) {
    do { try await store.write(Secret(copying: bytes), as: name, access: access) } catch { throw .historyUnreachable }
  }
}
