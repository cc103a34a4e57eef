#if APPLE_EMULATION
  import AppleLink
  import CoreBluetooth
  import Foundation
  import PeerMesh
  import SecurityTesting
  import Testing

  @Suite(.timeLimit(.minutes(15))) struct BluetoothNeighbourhoodTests {
    /// Two devices with a link, the lower one first.
    private func pair(
      in air: EmulatedAir = EmulatedAir(), valueLength: Int = 182, window: Int = 8
    ) async throws -> (Device, BluetoothNeighbourhood, NearbyLink, Device, BluetoothNeighbourhood, NearbyLink) {
      let (low, high) = (
        Device(1, in: air, valueLength: valueLength, window: window),
        Device(1_000, in: air, valueLength: valueLength, window: window)
      )
      let (first, second) = (low.bluetooth(), high.bluetooth())
      let initiator = try #require(await first.links.next(.initiator))
      let responder = try #require(await second.links.next(.responder))
      return (low, first, initiator, high, second, responder)
    }

    @Test(arguments: [(20, 20), (23, 23), (182, 182), (512, 512), (517, 512)])
    func `The size of a datagram is what the system says now, and never more than an attribute`(
      valueLength: Int, mtu: Int
    ) async throws {
      let (_, first, initiator, _, second, responder) = try await pair(valueLength: valueLength)
      #expect(initiator.description.mtu == mtu)
      #expect(responder.description.mtu == mtu)
      withExtendedLifetime((first, second)) {}
    }

    @Test(arguments: [1, 3, 8])
    func `Nothing is lost or swapped when the system takes few at a time`(window: Int) async throws {
      let (_, first, initiator, _, second, responder) = try await pair(window: window)
      let sent = (0..<200 as Range<UInt8>).map { [$0, 1, 2] }
      for datagram in sent {
        try await initiator.send(datagram)
        try await responder.send(datagram)
      }
      #expect(await responder.datagrams.first(200) == sent)
      #expect(await initiator.datagrams.first(200) == sent)
      withExtendedLifetime((first, second)) {}
    }

    @Test func `Two devices that find each other keep one connection`() async throws {
      let air = EmulatedAir()
      let (low, first, initiator, high, second, responder) = try await pair(in: air)
      #expect(await eventually { air.connectionCount == 1 })
      for device in [low, high] { device.clock.advance(bySeconds: 31) }
      first.tend()
      second.tend()
      try await initiator.send([7])
      #expect(await responder.datagrams.first(1) == [[7]])
      #expect(await eventually { air.connectionCount == 1 })
    }

    @Test func `A scanner sees the service and nothing else, and an id that changes`() async throws {
      let air = EmulatedAir()
      let device = Device(1, in: air)
      let neighbourhood = device.bluetooth()
      let scanner = Stranger(in: air)
      #expect(await scanner.meet() == [CBAdvertisementDataServiceUUIDsKey])
      #expect(await scanner.read()?.0 == .readNotPermitted)
      #expect(await scanner.greet(Stranger.hello(7)) == .success)
      let before = try #require(await scanner.read())
      #expect(before == (.success, Stranger.hello(1)))
      device.clock.advance(bySeconds: 15 * 60)
      #expect(await scanner.greet(Stranger.hello(7)) == .success)
      let after = try #require(await scanner.read())
      #expect(after.0 == .success && after.1.count == before.1.count && after.1 != before.1)
      withExtendedLifetime(neighbourhood) {}
    }

    @Test func `In the background only who looks for the service finds it`() async throws {
      let air = EmulatedAir()
      let device = Device(1, in: air)
      device.radio.enter(background: true)
      let neighbourhood = device.bluetooth()
      let scanner = Stranger(in: air)
      #expect(await scanner.meet() == [CBAdvertisementDataOverflowServiceUUIDsKey])
      withExtendedLifetime(neighbourhood) {}
    }

    @Test(arguments: [
      (CBManagerState.poweredOff, CBManagerAuthorization.allowedAlways, NearbyRefusal.bluetoothOff),
      (.poweredOn, .denied, .bluetoothDenied), (.poweredOn, .restricted, .bluetoothRestricted),
      (.unsupported, .allowedAlways, .bluetoothUnsupported), (.resetting, .allowedAlways, .bluetoothResetting),
    ])
    func `What is wrong with Bluetooth has a name, ends the links and passes`(
      power: CBManagerState, authorization: CBManagerAuthorization, refusal: NearbyRefusal
    ) async throws {
      let (low, first, initiator, high, second, _) = try await pair()
      low.radio.change(power: power, authorization: authorization)
      #expect(await first.states.first { $0 == .off(refusal) } != nil)
      for await _ in initiator.datagrams {}
      await #expect(throws: MeshError.linkClosed) { try await initiator.send([1]) }
      for device in [low, high] { device.clock.advance(bySeconds: 6) }
      low.radio.change(power: .poweredOn, authorization: .allowedAlways)
      #expect(await first.states.first { $0 == .on } != nil)
      for await link in first.links where link.description.role == .initiator && link !== initiator { break }
      withExtendedLifetime(second) {}
    }

    @Test func `Devices that lose each other find each other again`() async throws {
      let air = EmulatedAir()
      let (low, first, initiator, high, second, responder) = try await pair(in: air)
      air.separate(low.radio, high.radio)
      for await _ in initiator.datagrams {}
      for await _ in responder.datagrams {}
      for device in [low, high] { device.clock.advance(bySeconds: 6) }
      air.separate(low.radio, high.radio, false)
      first.tend()
      second.tend()
      let again = try #require(await first.links.first { $0.description.role == .initiator && $0 !== initiator })
      #expect(again.description.id != initiator.description.id)
    }

    @Test func `What the system kept of a former run is greeted anew`() async throws {
      let air = EmulatedAir()
      let high = Device(1_000, in: air)
      let low = Device(1, in: air)
      let former = low.bluetooth(restoration: "mesh")
      let other = high.bluetooth()
      let before = try #require(await other.links.next(.responder))
      low.radio.endApp()
      let again = low.bluetooth(restoration: "mesh")
      let link = try #require(await again.links.next(.initiator))
      let after = try #require(await other.links.next(.responder))
      for await _ in before.datagrams {}
      try await link.send([4])
      #expect(await after.datagrams.first(1) == [[4]])
      withExtendedLifetime(former) {}
    }

    @Test func `A link that the node closes ends the connection, and a closed neighbourhood is not found`() async throws
    {
      let air = EmulatedAir()
      let (_, first, initiator, _, second, responder) = try await pair(in: air)
      await initiator.close()
      for await _ in responder.datagrams {}
      #expect(await eventually { air.connectionCount == 0 })
      first.close()
      second.close()
      for await _ in first.links {}
      for await _ in second.states {}
      await #expect(throws: MeshError.linkClosed) { try await responder.send([1]) }
    }
  }
#endif
