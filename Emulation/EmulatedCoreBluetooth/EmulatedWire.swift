import Foundation

/// One connection: who opened it, who was asked.
final class EmulatedWire {
  weak var manager: CBCentralManager?
  let near: EmulatedRadio
  let far: EmulatedRadio
  let peripheral: CBPeripheral
  let central: CBCentral
  /// Characteristics whose changes go to the side that opened the connection.
  var subscribed: Set<CBUUID> = []
  /// Values under way from here to there, and back.
  var writes = 0
  var notifications = 0
  var isWriterWaiting = false

  init(_ manager: CBCentralManager, to far: EmulatedRadio, _ peripheral: CBPeripheral) {
    self.manager = manager
    near = manager.radio
    self.far = far
    self.peripheral = peripheral
    central = CBCentral(identifier: UUID())
    central.wire = self
  }

  var valueLength: Int { min(near.valueLength, far.valueLength) }
  func touches(_ radio: EmulatedRadio) -> Bool { near === radio || far === radio }
}
