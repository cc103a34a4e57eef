import Foundation

/// A Bluetooth connection by who opened it: we to a peripheral, or a central to us. The numbers are the system's own names,
/// made up on this device.
enum BluetoothPeer: Hashable, Sendable {
  case peripheral(UUID)
  case central(UUID)
}
