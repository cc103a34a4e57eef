/// The field's shared names for device threats (the callback names that mobile runtime protection SDKs agree on).
public enum ThreatCategory: String, Sendable, Hashable, CaseIterable {
  case privilegedAccess, hooks, debug, simulator, appIntegrity, unofficialStore, deviceBinding
  case secureHardwareNotAvailable, passcode, systemVPN, devMode, adbEnabled, screenshot, screenRecording
  case timeSpoofing, locationSpoofing, multiInstance, automation
}
