// must-not-compile: a password rests nowhere
import Redaction
import SecretStorage

func use(_ store: any SecretStore, _ key: SecretKey<Password>) async throws(StorageError) {
  try await store.write(Password(Secret(copying: [1])), to: key)
}
