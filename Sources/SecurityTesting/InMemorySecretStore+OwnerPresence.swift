public import Redaction
public import SecretStorage

/// The owner of the device in memory: answers as ``answerNextPrompt(with:)`` says.
extension InMemorySecretStore: OwnerPresence {
  public func read(_ name: SecretName, reason: String) throws(StorageError) -> Secret? { try read(name) }
}
