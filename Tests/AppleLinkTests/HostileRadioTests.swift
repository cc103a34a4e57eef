#if APPLE_EMULATION
  import AppleLink
  import CoreBluetooth
  import Foundation
  import PeerMesh
  import SecurityTesting
  import Testing

  /// Who is near with a radio and without the key.
  @Suite(.timeLimit(.minutes(15))) struct HostileRadioTests {
    private func victim(_ id: UInt64 = 1_000) -> (EmulatedAir, Device, BluetoothNeighbourhood) {
      let air = EmulatedAir()
      let device = Device(id, in: air)
      return (air, device, device.bluetooth())
    }

    @Test(arguments: [0, 1, 12, 14, 512])
    func `A greeting of another length is refused`(count: Int) async {
      let (air, _, neighbourhood) = victim()
      let stranger = Stranger(in: air)
      _ = await stranger.meet()
      let bytes = Array((Stranger.hello(7) + [UInt8](repeating: 0, count: 512)).prefix(count))
      #expect(await stranger.greet(bytes) == .invalidAttributeValueLength)
      #expect(await stranger.read()?.0 == .readNotPermitted)
      withExtendedLifetime(neighbourhood) {}
    }

    @Test func `Who says our own id is refused`() async {
      let (air, _, neighbourhood) = victim(1_000)
      let stranger = Stranger(in: air)
      _ = await stranger.meet()
      #expect(await stranger.greet(Stranger.hello(1_000)) == .requestNotSupported)
      withExtendedLifetime(neighbourhood) {}
    }

    @Test func `Who has not greeted has no link, whatever it says`() async throws {
      let (air, _, neighbourhood) = victim()
      let stranger = Stranger(in: air)
      _ = await stranger.meet()
      await stranger.subscribe()
      for number in 0..<100 as Range<UInt8> { stranger.say([number]) }
      let honest = Stranger(in: air)
      _ = await honest.meet()
      #expect(await honest.greet(Stranger.hello(9)) == .success)
      await honest.subscribe()
      let link = try #require(await neighbourhood.links.first { _ in true })
      honest.say([5])
      #expect(await link.datagrams.first(1) == [[5]])
    }

    @Test func `What is empty or larger than the connection carries does not come in`() async throws {
      let (air, _, neighbourhood) = victim()
      let stranger = Stranger(in: air, valueLength: 600)
      _ = await stranger.meet()
      #expect(await stranger.greet(Stranger.hello(9)) == .success)
      await stranger.subscribe()
      let link = try #require(await neighbourhood.links.first { _ in true })
      stranger.say([])
      stranger.say([UInt8](repeating: 1, count: 600))
      stranger.say([UInt8](repeating: 1, count: 183))
      stranger.say([3], type: .withResponse)
      stranger.say([4])
      #expect(await link.datagrams.first(1) == [[4]])
    }

    @Test func `Hundreds who connect get eight places, which are free again when they prove nothing`() async throws {
      let (air, device, neighbourhood) = victim()
      var answers: [CBATTError.Code?] = []
      var crowd: [Stranger] = []
      for number in 0..<300 as Range<UInt64> {
        let stranger = Stranger(in: air)
        crowd.append(stranger)
        _ = await stranger.meet()
        answers.append(await stranger.greet(Stranger.hello(2_000 + number)))
      }
      #expect(answers.filter { $0 == .success }.count == BluetoothNeighbourhood.limit)
      #expect(answers.filter { $0 == .insufficientResources }.count == 300 - BluetoothNeighbourhood.limit)
      device.clock.advance(bySeconds: 11)
      neighbourhood.tend()
      let honest = Stranger(in: air)
      _ = await honest.meet()
      #expect(await honest.greet(Stranger.hello(9)) == .success)
      withExtendedLifetime(crowd) {}
    }

    @Test func `A thousand devices to connect to leave eight connections`() async {
      let air = EmulatedAir()
      let decoys = (0..<1_000 as Range<UInt64>).map { Decoy(in: air, answer: Stranger.hello(5_000 + $0)) }
      let device = Device(1, in: air)
      let neighbourhood = device.bluetooth()
      let links = await neighbourhood.links.first(BluetoothNeighbourhood.limit)
      #expect(Set(links.map(\.description.binding)).count == BluetoothNeighbourhood.limit)
      neighbourhood.tend()
      neighbourhood.tend()
      #expect(await !eventually(tries: 100) { air.connectionCount != BluetoothNeighbourhood.limit })
      withExtendedLifetime(decoys) {}
    }

    @Test func `A device that answers nonsense or nothing is left`() async {
      let air = EmulatedAir()
      let device = Device(1, in: air)
      let neighbourhood = device.bluetooth()
      let nonsense = Decoy(in: air, answer: [UInt8](repeating: 0xFF, count: 400))
      let empty = Decoy(in: air, answer: [], hasParts: false)
      let mirror = Decoy(in: air, answer: Stranger.hello(1))
      #expect(await eventually { !nonsense.heard.isEmpty && !mirror.heard.isEmpty })
      #expect(await eventually { air.connectionCount == 0 })
      #expect(nonsense.heard == [Stranger.hello(1)])
      withExtendedLifetime((neighbourhood, empty)) {}
    }

    @Test func `Who never answers is left when its time is over`() async {
      let air = EmulatedAir()
      let device = Device(1, in: air)
      let decoy = Decoy(in: air, answer: Stranger.hello(9), isSilent: true)
      let neighbourhood = device.bluetooth()
      #expect(await eventually { !decoy.heard.isEmpty })
      neighbourhood.tend()
      #expect(await !eventually(tries: 100) { air.connectionCount != 1 })
      device.clock.advance(bySeconds: 11)
      neighbourhood.tend()
      #expect(await eventually { air.connectionCount == 0 })
    }

    /// The lower device opened the connection, so an id that is said to the higher one is said on the same side as the
    /// genuine one, and to the lower one on the other side.
    @Test(arguments: [false, true])
    func `Saying a neighbour's id does not end the link with it`(toTheLower: Bool) async throws {
      let air = EmulatedAir()
      let (low, high) = (Device(1, in: air), Device(1_000, in: air))
      let (first, second) = (low.bluetooth(), high.bluetooth())
      let initiator = try #require(await first.links.next(.initiator))
      let responder = try #require(await second.links.next(.responder))
      #expect(await eventually { air.connectionCount == 1 })
      for device in [low, high] { device.clock.advance(bySeconds: 11) }
      let stranger = Stranger(in: air, awayFrom: toTheLower ? high.radio : low.radio)
      _ = await stranger.meet()
      _ = await stranger.greet(Stranger.hello(toTheLower ? 1_000 : 1))
      try await initiator.send([1])
      try await responder.send([2])
      #expect(await responder.datagrams.first(1) == [[1]])
      #expect(await initiator.datagrams.first(1) == [[2]])
    }
  }
#endif
