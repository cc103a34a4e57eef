/// What Google Play says about the device.
/// Source: developer.android.com, "Integrity verdicts", deviceRecognitionVerdict.
public enum PlayDeviceVerdict: String, Sendable, Hashable, CaseIterable {
  case basic = "MEETS_BASIC_INTEGRITY"
  case device = "MEETS_DEVICE_INTEGRITY"
  /// With hardware proof of the boot state; on Android 13 and later also a security update within the last year.
  case strong = "MEETS_STRONG_INTEGRITY"
  /// An emulator with Google Play.
  case virtual = "MEETS_VIRTUAL_INTEGRITY"
}
