#if APPLE_EMULATION
  import AppleLink
  import CoreBluetooth
  import Foundation
  import PeerMesh
  import SecurityTesting
  import Synchronization

  /// A device with a clock, an id and numbers for its links.
  final class Device: Sendable {
    let radio: EmulatedRadio
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    private let number: UInt64
    private let drawn = Mutex<UInt64>(0)
    private let links = Mutex<UInt64>(0)

    /// - Parameter id: of the device; its next ids follow it.
    init(_ id: UInt64, in air: EmulatedAir = EmulatedAir(), valueLength: Int = 182, window: Int = 8) {
      number = id
      radio = EmulatedRadio(in: air, valueLength: valueLength, window: window)
    }

    var now: @Sendable () -> MeshTime { { [clock] in MeshTime(clock.now.timeIntervalSince1970 * 1000) } }

    var numbers: @Sendable () -> LinkID {
      {
        self.links.withLock { links in
          links += 1
          return LinkID(links)
        }
      }
    }

    var random: @Sendable () -> UInt64 {
      {
        self.drawn.withLock { drawn in
          defer { drawn += 1 }
          return self.number + drawn
        }
      }
    }

    func bluetooth(restoration: String? = nil) -> BluetoothNeighbourhood {
      let made = BluetoothNeighbourhood(restoration: restoration, numbers: numbers, now: now, random: random)
      EmulatedRadio.$current.withValue(radio) { made.start() }
      return made
    }

    func multipeer() -> MultipeerNeighbourhood {
      let made = MultipeerNeighbourhood(numbers: numbers, now: now, random: random)
      made.start()
      return made
    }

    func network() throws(NearbyRefusal) -> NetworkNeighbourhood {
      let made = NetworkNeighbourhood(numbers: numbers, now: now, random: random)
      try made.start()
      return made
    }
  }

  extension AsyncStream<NearbyLink> {
    /// The next link in this role.
    func next(_ role: LinkRole) async -> NearbyLink? { await first { $0.description.role == role } }
  }

  extension AsyncStream {
    func first(where isWanted: (Element) -> Bool) async -> Element? {
      for await element in self where isWanted(element) { return element }
      return nil
    }

    func first(_ count: Int) async -> [Element] {
      var all: [Element] = []
      for await element in self {
        all.append(element)
        if all.count == count { break }
      }
      return all
    }
  }

  /// Waits until something that other threads do has been done, for so many times two milliseconds at most.
  func eventually(tries: Int = 5_000, _ isDone: () -> Bool) async -> Bool {
    for _ in 0..<tries {
      if isDone() { return true }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return false
  }
#endif
