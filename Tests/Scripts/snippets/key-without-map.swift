// must-not-compile: missing argument labels 'holding:under:access:'
import Redaction
import SecretStorage
import SecurityPolicy

func use(_ name: SecretName) throws(StorageError) {
  _ = try SecretKey<Secret>(name, .password, StorageRequirement(), nil)
}
