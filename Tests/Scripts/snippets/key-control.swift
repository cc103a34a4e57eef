// compiles
import Redaction
import SecretStorage
import SecurityPolicy

func use(_ store: any SecretStore, _ name: SecretName) async throws(StorageError) -> Bool {
  let key = try SecretKey<TokenText>(name, under: StorageRequirement())
  guard let token = TokenText(copying: "abc") else { return false }
  try await store.write(token, to: key)
  let bytes = try SecretKey<Secret>(name, holding: .cryptographicKey, under: StorageRequirement())
  try await store.write(Secret(copying: [1]), to: bytes)
  return try await store.contains(key)
}
