// compiles
import Redaction
import SecretStorage
import SecurityPolicy

func use(_ name: SecretName, under policy: StorageRequirement) -> AccessRequirement {
  AccessRequirement(.insecureMigratingWhenUnlocked, presence: .owner).within(policy)
}
