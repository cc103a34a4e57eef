/// Why a session is closed until its person proves to be there again. Nothing is lost meanwhile.
public enum SessionLock: String, Sendable, Hashable, CaseIterable {
  /// Nobody used the app for as long as the policy allows.
  case inactivity
  /// How long nobody used it cannot be told: the device was restarted, or its clock went backwards.
  case undetermined
  /// The app was in the background for longer than the policy allows.
  case background
  /// What the app was asked to do, or what was found on the device, needs the person once more.
  case stepUp
  /// The device is not safe to go on; a PIN does not open this one, a better verdict does.
  case device
}
