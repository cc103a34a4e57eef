// must-not-compile: cannot convert value of type 'Verdict' to expected condition type 'Bool'
import Redaction
import SecretStorage
import SecurityPolicy

func use(_ vault: PINVault, _ pin: borrowing PIN) async throws(StorageError) {
  if try await vault.check(pin, limit: 5) {}
}
