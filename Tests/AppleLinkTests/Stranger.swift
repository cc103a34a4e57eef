#if APPLE_EMULATION
  import CoreBluetooth
  import Foundation

  /// Somebody near with a radio and no key, who opens connections and says what it wants.
  final class Stranger: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
    // @unchecked: used on `queue` only.
    enum Event: Sendable {
      case found([String])
      case ready
      case wrote(CBATTError.Code)
      case read(CBATTError.Code, [UInt8])
      case subscribed
      case heard([UInt8])
      case ended
    }

    static var service: CBUUID { CBUUID(string: "7B0A6E5C-4B52-4F0E-9D6C-2D9B6A51C0F1") }
    static var greeting: CBUUID { CBUUID(string: "7B0A6E5C-4B52-4F0E-9D6C-2D9B6A51C0F2") }
    static var datagrams: CBUUID { CBUUID(string: "7B0A6E5C-4B52-4F0E-9D6C-2D9B6A51C0F3") }

    let events: AsyncStream<Event>
    private let output: AsyncStream<Event>.Continuation
    private let queue = DispatchQueue(label: "stranger")
    private var manager: CBCentralManager?
    private var victim: CBPeripheral?
    private var parts: [CBUUID: CBCharacteristic] = [:]

    init(in air: EmulatedAir, valueLength: Int = 182, awayFrom other: EmulatedRadio? = nil) {
      (events, output) = AsyncStream.makeStream()
      super.init()
      let radio = EmulatedRadio(in: air, valueLength: valueLength)
      if let other { air.separate(radio, other) }
      manager = EmulatedRadio.$current.withValue(radio) {
        CBCentralManager(delegate: self, queue: queue)
      }
    }

    /// What a mesh device says for itself: label, version, id.
    static func hello(_ id: UInt64) -> [UInt8] {
      let number = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: id >> UInt64($0)) }
      return Array("mntl".utf8) + [1] + number
    }

    private func use(
      _ part: @escaping @Sendable () -> CBUUID, _ body: @escaping @Sendable (CBPeripheral, CBCharacteristic) -> Void
    ) { queue.async { if let victim = self.victim, let part = self.parts[part()] { body(victim, part) } } }

    func greet(_ bytes: [UInt8]) async -> CBATTError.Code? {
      use({ Self.greeting }) { $0.writeValue(Data(bytes), for: $1, type: .withResponse) }
      for await event in events { if case .wrote(let code) = event { return code } }
      return nil
    }

    func read() async -> (CBATTError.Code, [UInt8])? {
      use({ Self.greeting }) { $0.readValue(for: $1) }
      for await event in events { if case .read(let code, let bytes) = event { return (code, bytes) } }
      return nil
    }

    func subscribe() async {
      use({ Self.datagrams }) { $0.setNotifyValue(true, for: $1) }
      for await event in events { if case .subscribed = event { return } }
    }

    func say(_ bytes: [UInt8], type: CBCharacteristicWriteType = .withoutResponse) {
      use({ Self.datagrams }) { $0.writeValue(Data(bytes), for: $1, type: type) }
    }

    /// Waits until the one device that is near has been found and connected; the keys of what it advertised.
    func meet() async -> [String] {
      var heard: [String] = []
      for await event in events {
        switch event {
        case .found(let keys): heard = keys
        case .ready: return heard
        default: break
        }
      }
      return heard
    }

    func leave() { queue.async { if let victim = self.victim { self.manager?.cancelPeripheralConnection(victim) } } }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
      central.scanForPeripherals(withServices: [Self.service])
    }

    func centralManager(
      _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
      rssi RSSI: NSNumber
    ) {
      output.yield(.found(advertisementData.keys.sorted()))
      guard victim == nil else { return }
      victim = peripheral
      peripheral.delegate = self
      central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
      peripheral.discoverServices(nil)
    }

    func centralManager(
      _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) { output.yield(.ended) }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
      for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?) {
      for part in service.characteristics ?? [] { parts[part.uuid] = part }
      output.yield(.ready)
    }

    func peripheral(_ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?)
    {
      output.yield(.wrote((error as? CBATTError)?.code ?? .success))
    }

    func peripheral(
      _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
      let bytes = Array(characteristic.value ?? Data())
      if characteristic.uuid == Self.datagrams {
        output.yield(.heard(bytes))
      } else {
        output.yield(.read((error as? CBATTError)?.code ?? .success, error == nil ? bytes : []))
      }
    }

    func peripheral(
      _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
    ) { output.yield(.subscribed) }
  }
#endif
