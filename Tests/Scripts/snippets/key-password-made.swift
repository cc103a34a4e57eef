// must-not-compile: requires that 'Password' conform to 'PlacedSecretValue'
import SecretStorage
import SecurityPolicy

func use(_ name: SecretName) throws(StorageError) {
  _ = try SecretKey<Password>(name, under: StorageRequirement())
}
