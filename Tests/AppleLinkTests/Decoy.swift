#if APPLE_EMULATION
  import CoreBluetooth
  import Foundation
  import Synchronization

  /// Somebody near with a radio and no key, who is found and answers what it wants.
  final class Decoy: NSObject, CBPeripheralManagerDelegate, @unchecked Sendable {
    // @unchecked: used on `queue` only, but for what stands behind a lock.
    let radio: EmulatedRadio
    private let queue = DispatchQueue(label: "decoy")
    private let answer: [UInt8]
    private let hasParts: Bool
    private let isSilent: Bool
    private var manager: CBPeripheralManager?
    private var datagrams: CBMutableCharacteristic?
    private let greetings = Mutex<[[UInt8]]>([])

    /// What was said to it.
    var heard: [[UInt8]] { greetings.withLock { $0 } }

    /// - Parameters:
    ///   - answer: what it gives for its greeting.
    ///   - hasParts: false for a service with nothing in it.
    ///   - isSilent: whether it leaves questions open.
    init(in air: EmulatedAir, answer: [UInt8], hasParts: Bool = true, isSilent: Bool = false) {
      radio = EmulatedRadio(in: air)
      self.answer = answer
      self.hasParts = hasParts
      self.isSilent = isSilent
      super.init()
      manager = EmulatedRadio.$current.withValue(radio) { CBPeripheralManager(delegate: self, queue: queue) }
    }

    /// Notifies everybody of this.
    func say(_ bytes: [UInt8]) {
      queue.async {
        if let datagrams = self.datagrams {
          _ = self.manager?.updateValue(Data(bytes), for: datagrams, onSubscribedCentrals: nil)
        }
      }
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
      guard peripheral.state == .poweredOn else { return }
      let service = CBMutableService(type: Stranger.service, primary: true)
      let datagrams = CBMutableCharacteristic(
        type: Stranger.datagrams, properties: [.writeWithoutResponse, .notify], value: nil, permissions: [.writeable])
      let greeting = CBMutableCharacteristic(
        type: Stranger.greeting, properties: [.read, .write], value: nil, permissions: [.readable, .writeable])
      service.characteristics = hasParts ? [greeting, datagrams] : []
      self.datagrams = datagrams
      peripheral.add(service)
      peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [Stranger.service]])
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
      for request in requests {
        greetings.withLock { $0.append(Array(request.value ?? Data())) }
        if !isSilent { peripheral.respond(to: request, withResult: .success) }
      }
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
      request.value = Data(answer)
      peripheral.respond(to: request, withResult: .success)
    }
  }
#endif
