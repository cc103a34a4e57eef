// must-not-compile: cannot convert value of type 'TokenText' to expected argument type 'Secret'
import Redaction
import SecretStorage

func use(_ store: any SecretStore, _ key: SecretKey<Secret>, _ token: borrowing TokenText) async throws(StorageError) {
  try await store.write(token, to: key)
}
