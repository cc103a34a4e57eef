import CoreBluetooth
import Dispatch
import Foundation
import PeerMesh

/// The half that is found: others connect to it and speak first on the link. The system lets nobody be disconnected here, so
/// who is not wanted is not answered.
final class BluetoothPeripheral: NSObject, @unchecked Sendable {
  // @unchecked: touched on `queue` only, which is also where the system calls.
  private struct Guest {
    let central: CBCentral
    let own: NearbyID
    let peer: NearbyID
  }

  private let neighbours: Neighbours<BluetoothPeer>
  private let report: StateReport
  private let queue: DispatchQueue
  private let restoration: String?
  private var manager: CBPeripheralManager?
  private var datagrams: CBMutableCharacteristic?
  private var guests: [UUID: Guest] = [:]
  /// Whose turn comes last.
  private var served: UUID?

  init(_ neighbours: Neighbours<BluetoothPeer>, _ report: StateReport, _ queue: DispatchQueue, _ restoration: String?) {
    (self.neighbours, self.report, self.queue, self.restoration) = (neighbours, report, queue, restoration)
  }

  private func hop(_ body: @escaping @Sendable (BluetoothPeripheral) -> Void) {
    queue.async { [weak self] in if let self { body(self) } }
  }

  func start() {
    guard manager == nil else { return }
    var options: [String: Any] = [CBPeripheralManagerOptionShowPowerAlertKey: false]
    if let restoration { options[CBPeripheralManagerOptionRestoreIdentifierKey] = restoration + ".peripheral" }
    manager = CBPeripheralManager(delegate: self, queue: queue, options: options)
  }

  private var isOn: Bool { manager?.state == .poweredOn }

  func tend() {
    for (name, guest) in guests { resize(name, guest) }
    flush()
  }

  func close() {
    if isOn {
      manager?.stopAdvertising()
      manager?.removeAllServices()
    }
    manager?.delegate = nil
    manager = nil
  }

  /// The table has let go of this one already.
  func disconnect(_ name: UUID) { guests[name] = nil }

  /// A service of our own making; one that the system kept of a former run is replaced, so that everybody greets anew.
  private func show() {
    guard let manager else { return }
    manager.stopAdvertising()
    manager.removeAllServices()
    let greeting = CBMutableCharacteristic(
      type: BluetoothProfile.greeting, properties: [.read, .write], value: nil, permissions: [.readable, .writeable])
    let datagrams = CBMutableCharacteristic(
      type: BluetoothProfile.datagrams, properties: [.writeWithoutResponse, .notify], value: nil,
      permissions: [.writeable])
    let service = CBMutableService(type: BluetoothProfile.service, primary: true)
    service.characteristics = [greeting, datagrams]
    self.datagrams = datagrams
    manager.add(service)
  }

  private func mtu(_ central: CBCentral) -> Int { min(central.maximumUpdateValueLength, BluetoothProfile.largest) }

  private func resize(_ name: UUID, _ guest: Guest) {
    neighbours.open[.central(name)]?.resize(to: mtu(guest.central))
  }

  /// One datagram for each guest in turn, until nothing waits or the system is full; then the next call goes on behind the
  /// one that was served last.
  private func flush() {
    guard let manager, let datagrams, isOn else { return }
    var hasMore = true
    while hasMore {
      hasMore = false
      for (name, guest) in inTurn {
        var isFull = false
        let isSent = neighbours.open[.central(name)]?.sendNext { datagram in
          isFull = !manager.updateValue(Data(datagram), for: datagrams, onSubscribedCentrals: [guest.central])
          return !isFull
        }
        if isFull { return }
        guard isSent == true else { continue }
        (served, hasMore) = (name, true)
      }
    }
  }

  private var inTurn: [(UUID, Guest)] {
    let all = guests.sorted { $0.key.uuidString < $1.key.uuidString }
    let first = all.firstIndex { $0.key.uuidString > served?.uuidString ?? "" } ?? 0
    return (all[first...] + all[..<first]).map { ($0.key, $0.value) }
  }

  /// Makes the link to a guest that has greeted.
  private func connect(_ name: UUID) {
    guard let guest = guests[name] else { return }
    neighbours.connect(
      .central(name), role: .responder, own: guest.own, peer: guest.peer, mtu: mtu(guest.central),
      onSend: { [weak self] in self?.hop { $0.flush() } },
      onClose: { [weak self] in self?.hop { $0.neighbours.drop(.central(name)) } })
  }

  /// A central says who it is. One that does so again begins anew: its app was restarted.
  private func greet(_ central: CBCentral, _ value: Data?) -> CBATTError.Code {
    guard let greeting = NearbyGreeting(reading: Array((value ?? Data()).prefix(64))) else {
      return .invalidAttributeValueLength
    }
    let name = central.identifier
    if guests.removeValue(forKey: name) != nil { neighbours.forget(.central(name), rest: 0) }
    guard neighbours.admit(.central(name), role: .responder) else { return .insufficientResources }
    let own = neighbours.currentID
    guard neighbours.claim(greeting.id, own: own, by: .central(name)) else {
      neighbours.forget(.central(name))
      return .requestNotSupported
    }
    guests[name] = Guest(central: central, own: own, peer: greeting.id)
    return .success
  }
}

extension BluetoothPeripheral: CBPeripheralManagerDelegate {
  /// Asked for by the system where there is a name to restore; what it kept is replaced once Bluetooth is on.
  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {}

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    report.note(
      NearbyState(bluetoothState: peripheral.state.rawValue, authorization: CBManager.authorization.rawValue),
      of: .shown)
    for name in guests.keys { neighbours.drop(.central(name)) }
    if peripheral.state == .poweredOn { show() }
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?) {
    if let error {
      return report.note(.off(.system(call: "show a service", code: (error as NSError).code)), of: .shown)
    }
    // No name, nothing else: whatever stands here is heard by everybody.
    peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [BluetoothProfile.service]])
  }

  func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
    if let error { report.note(.off(.system(call: "advertise", code: (error as NSError).code)), of: .shown) }
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
    guard request.characteristic.uuid == BluetoothProfile.greeting, let guest = guests[request.central.identifier]
    else { return peripheral.respond(to: request, withResult: .readNotPermitted) }
    let answer = NearbyGreeting(id: guest.own).bytes
    guard (0...answer.count).contains(request.offset) else {
      return peripheral.respond(to: request, withResult: .invalidOffset)
    }
    request.value = Data(answer[request.offset...])
    peripheral.respond(to: request, withResult: .success)
    // One that the system never unsubscribed is not announced anew.
    let isSubscribed = datagrams?.subscribedCentrals?.contains { $0.identifier == request.central.identifier }
    if isSubscribed == true { connect(request.central.identifier) }
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
    guard let first = requests.first else { return }
    if first.characteristic.uuid == BluetoothProfile.greeting {
      let isOne = requests.count == 1 && first.offset == 0
      return peripheral.respond(to: first, withResult: isOne ? greet(first.central, first.value) : .invalidOffset)
    }
    for request in requests where request.characteristic.uuid == BluetoothProfile.datagrams && request.offset == 0 {
      guard let value = request.value, (1...BluetoothProfile.largest).contains(value.count) else { continue }
      neighbours.open[.central(request.central.identifier)]?.receive(Array(value))
    }
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
  ) {
    if characteristic.uuid == BluetoothProfile.datagrams { connect(central.identifier) }
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral, didUnsubscribeFrom characteristic: CBCharacteristic
  ) {
    guard guests.removeValue(forKey: central.identifier) != nil else { return }
    neighbours.forget(.central(central.identifier))
  }

  func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { flush() }
}
