#if APPLE_EMULATION
  import AppleLink
  import CoreBluetooth
  import MultipeerConnectivity
  import Network
  import PeerMesh
  import SecurityTesting
  import Synchronization
  import Testing

  @Suite(.timeLimit(.minutes(15))) struct NearbyConformanceTests {
    @Test(arguments: [20, 182, 517])
    func `Bluetooth links keep what every link promises`(valueLength: Int) async {
      let kept = Mutex<[any Sendable]>([])
      let broken = await LinkConformance.brokenClaims {
        let air = EmulatedAir()
        let low = Device(1, in: air, valueLength: valueLength).bluetooth()
        let high = Device(1_000, in: air, valueLength: valueLength).bluetooth()
        kept.withLock { $0 += [low, high] }
        guard let first = await low.links.next(.initiator), let second = await high.links.next(.responder) else {
          throw MeshError.linkClosed
        }
        return (first, second)
      }
      #expect(broken == [])
    }

    @Test func `Multipeer links keep what every link promises`() async {
      let kept = Mutex<[any Sendable]>([])
      let broken = await LinkConformance.brokenClaims {
        let (low, high) = EmulatedCrowd.$current.withValue(EmulatedCrowd()) {
          (Device(1).multipeer(), Device(1_000).multipeer())
        }
        kept.withLock { $0 += [low, high] }
        guard let first = await low.links.next(.initiator), let second = await high.links.next(.responder) else {
          throw MeshError.linkClosed
        }
        return (first, second)
      }
      #expect(broken == [])
    }

    @Test func `Links of Network framework keep what every link promises`() async {
      let kept = Mutex<[any Sendable]>([])
      let broken = await LinkConformance.brokenClaims {
        let (low, high) = try EmulatedLocalNetwork.$current.withValue(EmulatedLocalNetwork()) {
          (try Device(1).network(), try Device(1_000).network())
        }
        kept.withLock { $0 += [low, high] }
        guard let first = await low.links.next(.initiator), let second = await high.links.next(.responder) else {
          throw MeshError.linkClosed
        }
        return (first, second)
      }
      #expect(broken == [])
    }
  }
#endif
