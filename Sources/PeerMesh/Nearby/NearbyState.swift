/// Whether a transport finds others now.
public enum NearbyState: Sendable, Hashable {
  /// Begun; the system has not answered yet. With Bluetooth the person may be asked just now.
  case starting
  case on
  case off(NearbyRefusal)
}

extension NearbyState {
  /// The numbers of CBManagerState and CBManagerAuthorization; a state that is new to us is a refusal.
  package init(bluetoothState state: Int, authorization: Int) {
    self =
      switch (state, authorization) {
      case (0, _): .starting
      case (1, _): .off(.bluetoothResetting)
      case (2, _): .off(.bluetoothUnsupported)
      case (3, 1): .off(.bluetoothRestricted)
      case (3, _): .off(.bluetoothDenied)
      case (4, _): .off(.bluetoothOff)
      case (5, _): .on
      default: .off(.system(call: "use Bluetooth", code: state))
      }
  }

  /// What is wrong with one of two halves is wrong with both.
  package func joined(_ other: NearbyState) -> NearbyState {
    switch (self, other) {
    case (.off, _): self
    case (_, .off): other
    case (.starting, _), (_, .starting): .starting
    case (.on, .on): .on
    }
  }
}
