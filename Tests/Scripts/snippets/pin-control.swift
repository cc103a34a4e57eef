// compiles
import Redaction
import SecretStorage
import SecurityPolicy

func use(_ store: any SecretStore) async throws(StorageError) -> Verdict {
  let vault = try PINVault(in: store, under: StorageRequirement(), random: SystemRandomNumberGenerator())
  guard let pin = PIN(copying: "471147") else { return .undetermined("no PIN") }
  try await vault.set(pin)
  return try await vault.check(pin, limit: 5)
}
