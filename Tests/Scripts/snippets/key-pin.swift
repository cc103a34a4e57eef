// must-not-compile: a PIN rests nowhere
import Redaction
import SecretStorage

func use(_ store: any SecretStore, _ key: SecretKey<PIN>, _ pin: borrowing PIN) async throws(StorageError) {
  try await store.write(pin, to: key)
}
