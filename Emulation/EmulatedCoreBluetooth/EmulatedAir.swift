import Foundation

/// The space in which radios hear each other. Apple has nothing like it.
///
/// A connection is reliable as long as it lasts; it ends when two radios lose each other. A radio in the background
/// advertises in the overflow area: only a scan of the foreground for that very service finds it.
public final class EmulatedAir: @unchecked Sendable {
  // @unchecked: everything that changes is behind the lock.
  let lock = NSRecursiveLock()
  var wires: [EmulatedWire] = []
  private var advertising: [(radio: EmulatedRadio, services: [CBUUID], name: String?)] = []
  private var scanning: [Weak<CBCentralManager>] = []
  private var walls: Set<Set<ObjectIdentifier>> = []
  private var waiting: [(manager: CBCentralManager, peripheral: CBPeripheral)] = []

  public init() {}

  /// How many connections there are.
  public var connectionCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return wires.count
  }

  /// Puts a wall between two radios, or takes it away. Their connections end.
  public func separate(_ one: EmulatedRadio, _ other: EmulatedRadio, _ isApart: Bool = true) {
    one.locked {
      let pair: Set = [ObjectIdentifier(one), ObjectIdentifier(other)]
      if isApart { walls.insert(pair) } else { walls.remove(pair) }
      if isApart { end(wires.filter { $0.touches(one) && $0.touches(other) }, toldBy: nil) }
    }
    look()
  }

  private func reaches(_ one: EmulatedRadio, _ other: EmulatedRadio) -> Bool {
    one !== other && one.managerState == .poweredOn && other.managerState == .poweredOn
      && !walls.contains([ObjectIdentifier(one), ObjectIdentifier(other)])
  }

  func advertise(_ radio: EmulatedRadio, _ services: [CBUUID]?, name: String? = nil) {
    lock.lock()
    advertising.removeAll { $0.radio === radio }
    if let services { advertising.append((radio, services, name)) }
    lock.unlock()
    look()
  }

  func scan(_ manager: CBCentralManager, _ isOn: Bool) {
    lock.lock()
    scanning.removeAll { $0.value == nil || $0.value === manager }
    if isOn { scanning.append(Weak(value: manager)) }
    lock.unlock()
    look()
  }

  func connect(_ manager: CBCentralManager, _ peripheral: CBPeripheral) {
    lock.lock()
    waiting.append((manager, peripheral))
    lock.unlock()
    look()
  }

  func stopWaiting(_ manager: CBCentralManager, _ peripheral: CBPeripheral) {
    waiting.removeAll { $0.manager === manager && $0.peripheral === peripheral }
  }

  /// Who scans hears of who advertises, once; who waits for a device gets it as soon as it is near.
  func look() {
    lock.lock()
    defer { lock.unlock() }
    for manager in scanning.compactMap(\.value) {
      for (radio, services, name) in advertising where reaches(manager.radio, radio) {
        guard let wanted = manager.wanted, !Set(wanted).isDisjoint(with: services) else { continue }
        guard !radio.isInBackground || !manager.radio.isInBackground else { continue }
        let key = radio.isInBackground ? CBAdvertisementDataOverflowServiceUUIDsKey : CBAdvertisementDataServiceUUIDsKey
        var data: [String: Any] = [key: services]
        // Apple: the name is not heard while the app is in the background.
        if let name, !radio.isInBackground { data[CBAdvertisementDataLocalNameKey] = name }
        manager.hear(radio, data)
      }
    }
    for (manager, peripheral) in waiting where reaches(manager.radio, peripheral.radio) {
      stopWaiting(manager, peripheral)
      if !wires.contains(where: { $0.peripheral === peripheral }) {
        let wire = EmulatedWire(manager, to: peripheral.radio, peripheral)
        wires.append(wire)
        peripheral.wire = wire
      }
      manager.tell { manager.delegate?.centralManager(manager, didConnect: peripheral) }
    }
  }

  /// - Parameter toldBy: a radio that knows it already and is not told.
  func end(_ ended: [EmulatedWire], toldBy: EmulatedRadio?) {
    wires.removeAll { wire in ended.contains { $0 === wire } }
    for wire in ended {
      wire.peripheral.wire = nil
      if wire.near !== toldBy, let manager = wire.manager {
        manager.tell {
          manager.delegate?.centralManager(manager, didDisconnectPeripheral: wire.peripheral, error: nil)
        }
      }
      if wire.far !== toldBy {
        for manager in wire.far.peripherals.compactMap(\.value) { manager.lost(wire) }
      }
    }
  }
}
