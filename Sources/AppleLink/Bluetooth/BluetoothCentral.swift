import CoreBluetooth
import Dispatch
import Foundation
import PeerMesh

/// The half that looks for devices and connects to them: it speaks first on the link.
final class BluetoothCentral: NSObject, @unchecked Sendable {
  // @unchecked: touched on `queue` only, which is also where the system calls.
  private struct Contact {
    /// What is waited for, in this order.
    enum Step { case connection, services, characteristics, greeted, answer, subscription, link }

    let peripheral: CBPeripheral
    let own: NearbyID
    var step = Step.connection
    var peer: NearbyID?
    var greeting: CBCharacteristic?
    var datagrams: CBCharacteristic?
  }

  private let neighbours: Neighbours<BluetoothPeer>
  private let report: StateReport
  private let queue: DispatchQueue
  private let restoration: String?
  private var manager: CBCentralManager?
  private var contacts: [UUID: Contact] = [:]
  /// Connections of an earlier run of the app that the system kept.
  private var restored: [CBPeripheral] = []

  init(_ neighbours: Neighbours<BluetoothPeer>, _ report: StateReport, _ queue: DispatchQueue, _ restoration: String?) {
    (self.neighbours, self.report, self.queue, self.restoration) = (neighbours, report, queue, restoration)
  }

  private func hop(_ body: @escaping @Sendable (BluetoothCentral) -> Void) {
    queue.async { [weak self] in if let self { body(self) } }
  }

  func start() {
    guard manager == nil else { return }
    var options: [String: Any] = [CBCentralManagerOptionShowPowerAlertKey: false]
    if let restoration { options[CBCentralManagerOptionRestoreIdentifierKey] = restoration + ".central" }
    manager = CBCentralManager(delegate: self, queue: queue, options: options)
  }

  private var isOn: Bool { manager?.state == .poweredOn }

  func tend() {
    neighbours.dropOverdue()
    for (name, contact) in contacts { resize(name, contact) }
    look()
  }

  /// A scan reports a device once, so a new one finds those that were lost.
  private func look() {
    guard isOn, let manager else { return }
    if manager.isScanning { manager.stopScan() }
    manager.scanForPeripherals(withServices: [BluetoothProfile.service], options: nil)
  }

  func close() {
    neighbours.finish()
    report.finish()
    if isOn { manager?.stopScan() }
    manager?.delegate = nil
    manager = nil
  }

  /// The table has let go of this one already.
  func disconnect(_ name: UUID) {
    guard let contact = contacts.removeValue(forKey: name) else { return }
    contact.peripheral.delegate = nil
    if isOn { manager?.cancelPeripheralConnection(contact.peripheral) }
  }

  private func drop(_ peripheral: CBPeripheral) { neighbours.drop(.peripheral(peripheral.identifier)) }

  /// It does not want us, or has a connection already.
  private func dropDuplicate(_ peripheral: CBPeripheral) {
    neighbours.drop(.peripheral(peripheral.identifier), rest: NearbyPeers<BluetoothPeer>.duplicateRest)
  }

  @discardableResult
  private func meet(_ peripheral: CBPeripheral) -> Bool {
    let name = peripheral.identifier
    guard let manager, isOn, neighbours.admit(.peripheral(name), role: .initiator) else { return false }
    contacts[name] = Contact(peripheral: peripheral, own: neighbours.currentID)
    peripheral.delegate = self
    manager.connect(peripheral, options: nil)
    return true
  }

  /// The contact of a peripheral that has come to this step, and no other; who says something out of turn is dropped.
  private func contact(_ peripheral: CBPeripheral, at step: Contact.Step, _ error: (any Error)?) -> Contact? {
    guard let contact = contacts[peripheral.identifier] else { return nil }
    guard error == nil, contact.step == step else {
      if step == .greeted { dropDuplicate(peripheral) } else { drop(peripheral) }
      return nil
    }
    return contact
  }

  private func mtu(_ peripheral: CBPeripheral) -> Int {
    min(peripheral.maximumWriteValueLength(for: .withoutResponse), BluetoothProfile.largest)
  }

  private func resize(_ name: UUID, _ contact: Contact) {
    neighbours.open[.peripheral(name)]?.resize(to: mtu(contact.peripheral))
  }

  private func flush(_ name: UUID) {
    guard let contact = contacts[name], let datagrams = contact.datagrams, isOn,
      let link = neighbours.open[.peripheral(name)]
    else { return }
    resize(name, contact)
    while link.sendNext({ datagram in
      guard contact.peripheral.canSendWriteWithoutResponse else { return false }
      contact.peripheral.writeValue(Data(datagram), for: datagrams, type: .withoutResponse)
      return true
    }) {}
  }
}

extension BluetoothCentral: CBCentralManagerDelegate {
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    report.note(
      NearbyState(bluetoothState: central.state.rawValue, authorization: CBManager.authorization.rawValue),
      of: .searching)
    guard central.state == .poweredOn else {
      // The system has ended all connections.
      for name in contacts.keys { neighbours.drop(.peripheral(name)) }
      return
    }
    // The keys of their links are gone with the former run: they are greeted and proven anew. The system holds on to those
    // for which there is no place until it is told.
    for peripheral in restored where !meet(peripheral) && contacts[peripheral.identifier] == nil {
      central.cancelPeripheralConnection(peripheral)
    }
    restored = []
    look()
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) { meet(peripheral) }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    guard contact(peripheral, at: .connection, nil) != nil else { return }
    contacts[peripheral.identifier]?.step = .services
    peripheral.discoverServices([BluetoothProfile.service])
  }

  func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?) {
    drop(peripheral)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    guard contacts.removeValue(forKey: peripheral.identifier) != nil else { return }
    neighbours.forget(.peripheral(peripheral.identifier))
  }
}

extension BluetoothCentral: CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard contact(peripheral, at: .services, error) != nil else { return }
    guard let service = peripheral.services?.first(where: { $0.uuid == BluetoothProfile.service }) else {
      return drop(peripheral)
    }
    contacts[peripheral.identifier]?.step = .characteristics
    peripheral.discoverCharacteristics([BluetoothProfile.greeting, BluetoothProfile.datagrams], for: service)
  }

  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    if invalidatedServices.contains(where: { $0.uuid == BluetoothProfile.service }) { drop(peripheral) }
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?) {
    guard let contact = contact(peripheral, at: .characteristics, error) else { return }
    let found = service.characteristics ?? []
    guard let greeting = found.first(where: { $0.uuid == BluetoothProfile.greeting }),
      let datagrams = found.first(where: { $0.uuid == BluetoothProfile.datagrams })
    else { return drop(peripheral) }
    contacts[peripheral.identifier]?.greeting = greeting
    contacts[peripheral.identifier]?.datagrams = datagrams
    contacts[peripheral.identifier]?.step = .greeted
    peripheral.writeValue(Data(NearbyGreeting(id: contact.own).bytes), for: greeting, type: .withResponse)
  }

  func peripheral(_ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?) {
    guard let greeting = contact(peripheral, at: .greeted, error)?.greeting else { return }
    contacts[peripheral.identifier]?.step = .answer
    peripheral.readValue(for: greeting)
  }

  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?) {
    if characteristic.uuid == BluetoothProfile.datagrams { return heard(peripheral, characteristic.value, error) }
    guard let contact = contact(peripheral, at: .answer, error), let datagrams = contact.datagrams else { return }
    guard let answer = NearbyGreeting(reading: Array((characteristic.value ?? Data()).prefix(64))),
      neighbours.claim(answer.id, own: contact.own, by: .peripheral(peripheral.identifier))
    else { return dropDuplicate(peripheral) }
    contacts[peripheral.identifier]?.peer = answer.id
    contacts[peripheral.identifier]?.step = .subscription
    // On a connection that the system kept it is on already, and is not answered anew.
    if datagrams.isNotifying { connect(peripheral) } else { peripheral.setNotifyValue(true, for: datagrams) }
  }

  private func heard(_ peripheral: CBPeripheral, _ value: Data?, _ error: (any Error)?) {
    guard error == nil, let value, (1...BluetoothProfile.largest).contains(value.count) else { return }
    neighbours.open[.peripheral(peripheral.identifier)]?.receive(Array(value))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    guard contact(peripheral, at: .subscription, error) != nil else { return }
    if characteristic.isNotifying { connect(peripheral) } else { drop(peripheral) }
  }

  private func connect(_ peripheral: CBPeripheral) {
    let name = peripheral.identifier
    guard let contact = contacts[name], let peer = contact.peer else { return }
    contacts[name]?.step = .link
    neighbours.connect(
      .peripheral(name), role: .initiator, own: contact.own, peer: peer, mtu: mtu(peripheral),
      onSend: { [weak self] in self?.hop { $0.flush(name) } },
      onClose: { [weak self] in self?.hop { $0.neighbours.drop(.peripheral(name)) } })
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { flush(peripheral.identifier) }
}
