import SecretStorage

extension InMemorySecretStore {
  /// Turns the device under an in-memory store, for `SecretStoreConformance`.
  public static let control = SecretStoreControl(
    lock: { await twin($0)?.lockDevice() },
    unlock: { await twin($0)?.unlockDevice() },
    restart: { await twin($0)?.restartDevice() },
    fill: { await twin($0)?.setFull(true) },
    makeRoom: { await twin($0)?.setFull(false) },
    removePasscode: { await twin($0)?.setPasscode(false) },
    changeBiometry: { await twin($0)?.changeBiometry() },
    prepareAnswer: { await twin($0)?.answerNextPrompt(with: $1) })

  private static func twin(_ store: any SecretStore) -> InMemorySecretStore? { store as? InMemorySecretStore }
}
