import CoreBluetooth
import PeerMesh

/// The service that mesh devices show each other over Bluetooth Low Energy. The same for everybody for all time: which
/// mission, who and what is said only inside.
///
/// The greeting characteristic takes and gives a ``PeerMesh/NearbyGreeting``, the other one carries one datagram per value,
/// written one way and notified the other.
enum BluetoothProfile {
  static var service: CBUUID { CBUUID(string: "7B0A6E5C-4B52-4F0E-9D6C-2D9B6A51C0F1") }
  static var greeting: CBUUID { CBUUID(string: "7B0A6E5C-4B52-4F0E-9D6C-2D9B6A51C0F2") }
  static var datagrams: CBUUID { CBUUID(string: "7B0A6E5C-4B52-4F0E-9D6C-2D9B6A51C0F3") }

  /// An attribute has at most 512 bytes, whatever a system says. Source: Bluetooth Core 5.4, volume 3 part F, 3.2.9.
  static let largest = 512
}
