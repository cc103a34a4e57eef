// must-not-compile: reference to member 'whenUnlocked' cannot be resolved
import SecretStorage
import SecurityPolicy

func use() -> AccessRequirement {
  AccessRequirement(.whenUnlocked)
}
