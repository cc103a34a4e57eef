import Security

/// The numbers are Apple's.
public enum LAPolicy: Int, Sendable {
  case deviceOwnerAuthenticationWithBiometrics = 1
  case deviceOwnerAuthentication = 2

  var demand: OwnerDemand { self == .deviceOwnerAuthentication ? .biometryOrPasscode : .biometry }
}
