public import Dispatch
public import Foundation

public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"

/// Follows Apple: an update that does not fit into the queue is refused, and the delegate is told when there is room; one
/// that is too long is cut; removing a service is told to who has found it. Left out: L2CAP, latency, included services.
open class CBPeripheralManager: CBManager {
  private weak var told: (any CBPeripheralManagerDelegate)?
  open var delegate: (any CBPeripheralManagerDelegate)? {
    get { radio.locked { told } }
    set { radio.locked { told = newValue } }
  }
  private(set) var services: [CBMutableService] = []
  private var advertised: [CBUUID]?
  private var isWaiting = false

  public init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil) {
    told = delegate
    super.init(queue: queue, restoreIdentifier: options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String)
    radio.locked {
      radio.peripherals.removeAll { $0.value == nil || $0.value?.delegate == nil }
      radio.peripherals.append(Weak(value: self))
      if let kept = restoreIdentifier.flatMap({ radio.keptServices.removeValue(forKey: $0) }) {
        services = kept
        tell {
          self.delegate?.peripheralManager(
            self, willRestoreState: [CBPeripheralManagerRestoredStateServicesKey: kept])
        }
      }
    }
    tellState()
  }

  override func tellState() {
    tell {
      self.radio.locked { self.isTold = true }
      self.delegate?.peripheralManagerDidUpdateState(self)
    }
  }

  open var isAdvertising: Bool { radio.locked { advertised != nil } }

  private var wires: [EmulatedWire] { radio.air.wires.filter { $0.far === radio } }

  open func add(_ service: CBMutableService) {
    radio.locked {
      services.append(service)
      for part in service.characteristics ?? [] { (part as? CBMutableCharacteristic)?.radio = radio }
    }
    tell { self.delegate?.peripheralManager(self, didAdd: service, error: nil) }
  }

  open func removeAllServices() {
    radio.locked {
      let removed = services
      services = []
      for wire in wires {
        wire.subscribed = []
        wire.peripheral.modified(removed)
      }
    }
  }

  open func startAdvertising(_ advertisementData: [String: Any]?) {
    let uuids = advertisementData?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
    radio.locked { advertised = uuids }
    radio.air.advertise(radio, uuids, name: advertisementData?[CBAdvertisementDataLocalNameKey] as? String)
    tell { self.delegate?.peripheralManagerDidStartAdvertising(self, error: nil) }
  }

  open func stopAdvertising() {
    radio.locked { advertised = nil }
    radio.air.advertise(radio, nil)
  }

  open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
    radio.locked {
      request.answered?(result, request.value)
      request.answered = nil
    }
  }

  open func updateValue(
    _ value: Data, for characteristic: CBMutableCharacteristic, onSubscribedCentrals centrals: [CBCentral]?
  ) -> Bool {
    radio.locked {
      let receivers = wires.filter { wire in
        wire.subscribed.contains(characteristic.uuid) && (centrals?.contains { $0 === wire.central } ?? true)
      }
      guard receivers.allSatisfy({ $0.notifications < radio.window }) else {
        isWaiting = true
        return false
      }
      for wire in receivers {
        wire.notifications += 1
        let part = value.prefix(wire.valueLength)
        wire.manager?.tell {
          self.radio.locked {
            wire.peripheral.notified(characteristic.uuid, Data(part))
            wire.notifications -= 1
            guard self.isWaiting else { return }
            self.isWaiting = false
            self.tell { self.delegate?.peripheralManagerIsReady(toUpdateSubscribers: self) }
          }
        }
      }
      return true
    }
  }

  /// A connection that others opened is gone.
  func lost(_ wire: EmulatedWire) {
    for characteristic in services.compactMap(\.characteristics).joined() {
      guard wire.subscribed.contains(characteristic.uuid) else { continue }
      tell {
        self.delegate?.peripheralManager(self, central: wire.central, didUnsubscribeFrom: characteristic)
      }
    }
  }
}
