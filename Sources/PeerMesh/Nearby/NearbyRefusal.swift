/// Why this device cannot be near others by a transport now. What a person can do about it differs from case to case.
@nonexhaustive
public enum NearbyRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The person switched Bluetooth off.
  case bluetoothOff
  /// The person refused Bluetooth to this app.
  case bluetoothDenied
  /// Parental control or a management profile keeps Bluetooth from this app.
  case bluetoothRestricted
  /// This device has no Bluetooth Low Energy, or not in this role.
  case bluetoothUnsupported
  /// The system's Bluetooth service was lost and comes back by itself.
  case bluetoothResetting
  /// The person refused the local network to this app.
  case localNetworkDenied
  /// The system refused; `call` is a word of ours, the number is the system's.
  case system(call: String, code: Int)

  public var description: String {
    switch self {
    case .bluetoothOff: "Bluetooth is off; switch it on in the settings"
    case .bluetoothDenied: "this app may not use Bluetooth; allow it in the settings"
    case .bluetoothRestricted: "Bluetooth is restricted on this device by its management or by parental control"
    case .bluetoothUnsupported: "this device has no Bluetooth Low Energy"
    case .bluetoothResetting: "Bluetooth is being restarted by the system; wait a moment"
    case .localNetworkDenied: "this app may not use the local network; allow it in the settings"
    case .system(let call, let code): "the system refused to \(call) (code \(code))"
    }
  }
}
