public import Foundation

/// The numbers are Apple's.
public enum CBCharacteristicWriteType: Int, Sendable {
  case withResponse = 0
  case withoutResponse = 1
}

/// Another device, as the one that connects to it sees it. Follows Apple: a write without response that is too long or
/// comes while the system is busy is lost without a word. Left out: descriptors, included services, L2CAP, signal strength.
open class CBPeripheral: CBPeer {
  private weak var told: (any CBPeripheralDelegate)?
  open var delegate: (any CBPeripheralDelegate)? {
    get { near.locked { told } }
    set { near.locked { told = newValue } }
  }
  let radio: EmulatedRadio
  private let near: EmulatedRadio
  weak var wire: EmulatedWire?
  private var found: [CBService]?

  init(_ radio: EmulatedRadio, near: EmulatedRadio) {
    self.radio = radio
    self.near = near
    super.init(identifier: UUID())
  }

  open var state: CBPeripheralState { near.locked { wire == nil ? .disconnected : .connected } }
  open var services: [CBService]? { near.locked { found } }
  open var canSendWriteWithoutResponse: Bool { near.locked { wire.map { $0.writes < $0.far.window } ?? false } }

  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
    near.locked { type == .withResponse ? 512 : wire?.valueLength ?? 20 }
  }

  private func tell(_ body: @escaping (any CBPeripheralDelegate, CBPeripheral) -> Void) {
    wire?.manager?.tell { if let delegate = self.delegate { body(delegate, self) } }
  }

  private var hosts: [CBPeripheralManager] { wire?.far.peripherals.compactMap(\.value) ?? [] }

  private func host(_ characteristic: CBCharacteristic) -> (CBPeripheralManager, CBMutableCharacteristic)? {
    for host in hosts {
      for service in host.services {
        if let own = service.characteristics?.first(where: { $0.uuid == characteristic.uuid }) {
          return (own as? CBMutableCharacteristic).map { (host, $0) }
        }
      }
    }
    return nil
  }

  open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    near.locked {
      let all = hosts.flatMap(\.services).map(\.uuid).filter { serviceUUIDs?.contains($0) ?? true }
      found = all.map { CBService(type: $0) }
      tell { $0.peripheral($1, didDiscoverServices: nil) }
    }
  }

  open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    near.locked {
      let all = hosts.flatMap(\.services).first { $0.uuid == service.uuid }?.characteristics ?? []
      service.found(
        all.filter { characteristicUUIDs?.contains($0.uuid) ?? true }.map {
          let found = CBCharacteristic(uuid: $0.uuid, properties: $0.properties)
          found.notify(wire?.subscribed.contains($0.uuid) ?? false)
          return found
        })
      tell { $0.peripheral($1, didDiscoverCharacteristicsFor: service, error: nil) }
    }
  }

  open func readValue(for characteristic: CBCharacteristic) {
    near.locked {
      guard let wire else { return }
      guard let (host, own) = host(characteristic), own.properties.contains(.read) else {
        return tell { $0.peripheral($1, didUpdateValueFor: characteristic, error: CBATTError(code: .readNotPermitted)) }
      }
      let request = CBATTRequest(wire.central, own)
      request.answered = { code, value in
        if let value, code == .success { characteristic.take(value) }
        let error = code == .success ? nil : CBATTError(code: code)
        self.tell { $0.peripheral($1, didUpdateValueFor: characteristic, error: error) }
      }
      host.tell { host.delegate?.peripheralManager(host, didReceiveRead: request) }
    }
  }

  open func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {
    near.locked {
      guard let wire else { return }
      let property: CBCharacteristicProperties = type == .withResponse ? .write : .writeWithoutResponse
      guard let (host, own) = host(characteristic), own.properties.contains(property), data.count <= 512 else {
        if type == .withResponse {
          tell { $0.peripheral($1, didWriteValueFor: characteristic, error: CBATTError(code: .writeNotPermitted)) }
        }
        return
      }
      let request = CBATTRequest(wire.central, own, value: data)
      if type == .withResponse {
        request.answered = { code, _ in
          let error = code == .success ? nil : CBATTError(code: code)
          self.tell { $0.peripheral($1, didWriteValueFor: characteristic, error: error) }
        }
        return host.tell { host.delegate?.peripheralManager(host, didReceiveWrite: [request]) }
      }
      guard data.count <= wire.valueLength, wire.writes < wire.far.window else { return }
      wire.writes += 1
      host.tell {
        host.delegate?.peripheralManager(host, didReceiveWrite: [request])
        self.near.locked {
          let wasFull = wire.writes == wire.far.window
          wire.writes -= 1
          if wasFull { self.tell { $0.peripheralIsReady(toSendWriteWithoutResponse: $1) } }
        }
      }
    }
  }

  open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
    near.locked {
      guard let wire else { return }
      guard let (host, own) = host(characteristic), own.properties.contains(.notify) else {
        let error = CBATTError(code: .requestNotSupported)
        return tell { $0.peripheral($1, didUpdateNotificationStateFor: characteristic, error: error) }
      }
      let wasOn = wire.subscribed.contains(own.uuid)
      if enabled { wire.subscribed.insert(own.uuid) } else { wire.subscribed.remove(own.uuid) }
      host.tell {
        guard enabled != wasOn else { return }
        if enabled {
          host.delegate?.peripheralManager(host, central: wire.central, didSubscribeTo: own)
        } else {
          host.delegate?.peripheralManager(host, central: wire.central, didUnsubscribeFrom: own)
        }
      }
      characteristic.notify(enabled)
      host.tell {
        self.near.locked { self.tell { $0.peripheral($1, didUpdateNotificationStateFor: characteristic, error: nil) } }
      }
    }
  }

  /// A notification arrives.
  func notified(_ uuid: CBUUID, _ value: Data) {
    let mine = (found ?? []).compactMap(\.characteristics).joined().first { $0.uuid == uuid }
    guard let mine else { return }
    tell {
      mine.take(value)
      $0.peripheral($1, didUpdateValueFor: mine, error: nil)
    }
  }

  func modified(_ services: [CBService]) {
    let mine = (found ?? []).filter { service in services.contains { $0.uuid == service.uuid } }
    if !mine.isEmpty { tell { $0.peripheral($1, didModifyServices: mine) } }
  }
}
