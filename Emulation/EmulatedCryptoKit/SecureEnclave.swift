import Security

/// The one question that the adapters ask; Apple's has keys too.
public enum SecureEnclave {
  public static var isAvailable: Bool { EmulatedDevice.current.isEnclavePresent }
}
