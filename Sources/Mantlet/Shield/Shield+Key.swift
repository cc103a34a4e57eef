import SecurityPolicy

extension Shield {
  /// Whether the device key rests in hardware that never gives it away. It fails with the reason where there is no such
  /// hardware, and is undetermined for a key that the adapters brought along.
  public nonisolated var keyProtection: Verdict {
    #if canImport(Security)
      if let key = key as? AppleDeviceKey { return key.hardware }
    #endif
    return key is StoredDeviceKey
      ? .fails("the device key rests in the secret store; no hardware holds it")
      : .undetermined("this kind of device key does not say where it rests")
  }
}
