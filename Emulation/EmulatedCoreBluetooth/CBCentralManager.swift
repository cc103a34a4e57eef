public import Dispatch
import Foundation

public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"

/// Follows Apple: a device is reported once per scan; a connection that cannot be made is waited for without end; what it
/// keeps of an app that ended comes back before the state. Left out: connection events, options of scans and connections.
open class CBCentralManager: CBManager {
  private weak var told: (any CBCentralManagerDelegate)?
  open var delegate: (any CBCentralManagerDelegate)? {
    get { radio.locked { told } }
    set { radio.locked { told = newValue } }
  }
  var wanted: [CBUUID]?
  private var seen: Set<ObjectIdentifier> = []
  private var known: [ObjectIdentifier: CBPeripheral] = [:]

  public init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil) {
    told = delegate
    super.init(queue: queue, restoreIdentifier: options?[CBCentralManagerOptionRestoreIdentifierKey] as? String)
    radio.locked {
      radio.centrals.append(Weak(value: self))
      let kept = restoreIdentifier.flatMap { radio.keptPeripherals.removeValue(forKey: $0) }
      if let kept {
        for peripheral in kept {
          peripheral.wire?.manager = self
          known[ObjectIdentifier(peripheral.radio)] = peripheral
        }
        tell {
          self.delegate?.centralManager(
            self, willRestoreState: [CBCentralManagerRestoredStatePeripheralsKey: kept])
        }
      }
    }
    tellState()
  }

  override func tellState() {
    tell {
      self.radio.locked { self.isTold = true }
      self.delegate?.centralManagerDidUpdateState(self)
    }
  }

  open var isScanning: Bool { radio.locked { wanted != nil } }

  open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
    radio.locked {
      wanted = serviceUUIDs ?? []
      seen = []
    }
    radio.air.scan(self, true)
  }

  open func stopScan() {
    radio.locked { wanted = nil }
    radio.air.scan(self, false)
  }

  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) { radio.air.connect(self, peripheral) }

  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    radio.locked {
      radio.air.stopWaiting(self, peripheral)
      if let wire = peripheral.wire { radio.air.end([wire], toldBy: nil) }
    }
  }

  func hear(_ other: EmulatedRadio, _ data: [String: Any]) {
    let name = ObjectIdentifier(other)
    guard seen.insert(name).inserted else { return }
    let peripheral = known[name] ?? CBPeripheral(other, near: radio)
    known[name] = peripheral
    tell {
      self.delegate?.centralManager(self, didDiscover: peripheral, advertisementData: data, rssi: -60)
    }
  }
}
