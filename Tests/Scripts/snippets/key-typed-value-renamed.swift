// must-not-compile: requires the types 'PINHash' and 'Secret' be equivalent
import Redaction
import SecretStorage
import SecurityPolicy

func use(_ name: SecretName) throws(StorageError) {
  _ = try SecretKey<PINHash>(name, holding: .authenticationToken, under: StorageRequirement())
}
