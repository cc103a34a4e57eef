#if APPLE_EMULATION
  import AppleLink
  import Foundation
  import Network
  import PeerMesh
  import SecurityTesting
  import Testing

  /// Who is on the network and has no key.
  @Suite(.timeLimit(.minutes(15))) struct HostileNetworkTests {
    /// A device that others dial, and the endpoint where it is found.
    private func victim(_ id: UInt64 = 1_000) throws -> (Device, NetworkNeighbourhood, Caller) {
      let device = Device(id)
      return try EmulatedLocalNetwork.$current.withValue(EmulatedLocalNetwork()) {
        let neighbourhood = try device.network()
        return (device, neighbourhood, Caller())
      }
    }

    @Test func `The service has a random name and no more`() async throws {
      let (_, neighbourhood, caller) = try victim(0xABCD)
      let endpoint = try #require(await caller.endpoint())
      guard case .service(let name, let type, _, _) = endpoint else {
        Issue.record("no service")
        return
      }
      #expect(name == NearbyID(0xABCD).text)
      #expect(type == NetworkNeighbourhood.serviceType)
      withExtendedLifetime(neighbourhood) {}
    }

    @Test(
      arguments: [
        [0, 0], [0x40, 0x01], [0xFF, 0xFF], [0, 1, 7], [0, 13] + [UInt8](repeating: 1, count: 13),
        [0, 13] + Array("mntl".utf8) + [2, 0, 0, 0, 0, 0, 0, 0, 1],
        [0, 13] + Array("mntl".utf8) + [1, 0, 0, 0, 0, 0, 0, 3, 0xE8],
      ] as [[UInt8]])
    func `What is no greeting, or our own, ends the connection`(bytes: [UInt8]) async throws {
      let (_, neighbourhood, caller) = try victim(1_000)
      let connection = try #require(await caller.dial())
      connection.send(bytes)
      #expect(await connection.isEnded())
      withExtendedLifetime(neighbourhood) {}
    }

    @Test func `A length that no datagram has ends the link, and half a datagram is none`() async throws {
      for end: [UInt8]? in [[0, 0], [0x40, 0x01], nil] {
        let (_, neighbourhood, caller) = try victim()
        let connection = try #require(await caller.dial())
        connection.send(DatagramFraming.framed(NearbyGreeting(id: NearbyID(7)).bytes))
        for byte in DatagramFraming.framed([1, 2, 3]) { connection.send([byte]) }
        connection.send([0, 4, 9])
        let link = try #require(await neighbourhood.links.first { _ in true })
        // Only now: a greeting that cannot be sent any more ends the connection before it is a link.
        if let end { connection.send([9, 9, 9] + end) } else { connection.leave() }
        var heard: [[UInt8]] = []
        for await datagram in link.datagrams { heard.append(datagram) }
        #expect(heard == (end == nil ? [[1, 2, 3]] : [[1, 2, 3], [9, 9, 9, 9]]))
      }
    }

    @Test func `Who sends faster than a node reads loses the link, and no datagram in between`() async throws {
      let (_, neighbourhood, caller) = try victim()
      let connection = try #require(await caller.dial())
      connection.send(DatagramFraming.framed(NearbyGreeting(id: NearbyID(7)).bytes))
      let link = try #require(await neighbourhood.links.first { _ in true })
      for number in 0..<64 as Range<UInt8> {
        connection.send(DatagramFraming.framed([number] + [UInt8](repeating: 0, count: 16_000)))
      }
      #expect(await connection.isEnded())
      var heard: [UInt8] = []
      for await datagram in link.datagrams { heard.append(datagram[0]) }
      #expect(heard == Array(0..<UInt8(heard.count)) && (1..<64).contains(heard.count))
    }

    @Test func `Hundreds who dial get few places, and lose them when they say nothing`() async throws {
      let (device, neighbourhood, caller) = try victim()
      var crowd: [Caller.Connection] = []
      for number in 0..<300 { crowd.append(try #require(await caller.dial(from: "10.1.0.\(number % 100)"))) }
      let burst = NearbyPeers<Int>.newcomers.burst
      #expect(await eventually { crowd.count { $0.isOver } == 300 - burst })
      device.clock.advance(bySeconds: 11)
      neighbourhood.tend()
      #expect(await eventually { crowd.allSatisfy { $0.isOver } })
      let honest = try #require(await caller.dial(from: "10.2.0.1"))
      honest.send(DatagramFraming.framed(NearbyGreeting(id: NearbyID(7)).bytes))
      #expect(await neighbourhood.links.first { _ in true } != nil)
    }

    @Test(arguments: ["10.1.0.1", "::ffff:10.1.0.1", "fe80::1"])
    func `One host that dials again and again keeps no other out`(host: String) async throws {
      let (device, neighbourhood, caller) = try victim()
      var crowd: [Caller.Connection] = []
      for _ in 0..<100 { crowd.append(try #require(await caller.dial(from: host))) }
      #expect(await eventually { crowd.count { $0.isOver } == 100 - NearbyPeers<Int>.hostShare })
      let honest = try #require(await caller.dial(from: "10.2.0.1"))
      honest.send(DatagramFraming.framed(NearbyGreeting(id: NearbyID(7)).bytes))
      #expect(await neighbourhood.links.first { _ in true } != nil)
      withExtendedLifetime(device) {}
    }

    @Test func `A host that has proven nothing has a few links, also in the long run, and one that has gets more`()
      async throws
    {
      let (device, neighbourhood, caller) = try victim()
      let share = NearbyPeers<Int>.hostShare
      func dial(_ number: Int) async throws -> Caller.Connection {
        device.clock.advance(bySeconds: 1)
        let connection = try #require(await caller.dial(from: "10.1.0.1"))
        connection.send(DatagramFraming.framed(NearbyGreeting(id: NearbyID(UInt64(number + 7))).bytes))
        return connection
      }
      var links: [NearbyLink] = []
      for number in 0..<share {
        _ = try await dial(number)
        links.append(try #require(await neighbourhood.links.first { _ in true }))
      }
      #expect(links.allSatisfy { $0.description.neighbour == [10, 1, 0, 1] })
      let more = try await dial(share)
      #expect(await more.isEnded())
      links[0].proved()
      // The proof comes to the transport's queue before the connection does.
      _ = try await dial(share + 1)
      #expect(await neighbourhood.links.first { _ in true } != nil)
    }

    @Test func `However many links of one host are proven, the next connection is handed to the node`() async throws {
      let (device, neighbourhood, caller) = try victim()
      var connections: [Caller.Connection] = []
      for number in 0..<65 as Range<UInt64> {
        device.clock.advance(bySeconds: 1)
        let connection = try #require(await caller.dial(from: number < 64 ? "10.1.0.1" : "10.2.0.1"))
        connections.append(connection)
        connection.send(DatagramFraming.framed(NearbyGreeting(id: NearbyID(number + 7)).bytes))
        let link = try #require(await neighbourhood.links.first { _ in true })
        #expect(link.description.neighbour == [10, number < 64 ? 1 : 2, 0, 1])
        link.proved()
      }
      withExtendedLifetime((device, neighbourhood, connections)) {}
    }

    @Test func `A link that we dialled names the host that answered, and one host answers a few times only`()
      async throws
    {
      let network = EmulatedLocalNetwork()
      let share = NearbyPeers<Int>.hostShare
      let services = try EmulatedLocalNetwork.$current.withValue(network) {
        try EmulatedLocalNetwork.$address.withValue("10.3.0.1") {
          try (0..<UInt64(share + 3)).map { number in
            try Answerer(name: NearbyID(5_000 + number).text, says: NearbyID(5_000 + number))
          }
        }
      }
      let neighbourhood = try EmulatedLocalNetwork.$current.withValue(network) { try Device(1).network() }
      let links = await neighbourhood.links.first(share)
      #expect(links.allSatisfy { $0.description.neighbour == [10, 3, 0, 1] })
      #expect(await eventually { services.count(where: \.isLeft) == 3 })
      #expect(services.allSatisfy { $0.count == 1 })
      withExtendedLifetime(neighbourhood) {}
    }

    @Test func `A service that answers as somebody else is left`() async throws {
      let network = EmulatedLocalNetwork()
      let (impostor, neighbourhood) = try EmulatedLocalNetwork.$current.withValue(network) {
        (try Answerer(name: NearbyID(5_000).text, says: NearbyID(6_000)), try Device(1).network())
      }
      let connection = try #require(await impostor.connections.first { _ in true })
      #expect(await connection.isEnded())
      withExtendedLifetime(neighbourhood) {}
    }

    @Test func `Hundreds of services are dialled a few at a time`() async throws {
      let network = EmulatedLocalNetwork()
      let services = try EmulatedLocalNetwork.$current.withValue(network) {
        try (0..<300 as Range<UInt64>).map { number in
          try Answerer(name: NearbyID(5_000 + number).text, says: NearbyID(5_000 + number))
        }
      }
      let neighbourhood = try EmulatedLocalNetwork.$current.withValue(network) { try Device(1).network() }
      let links = await neighbourhood.links.first(NearbyPeers<Int>.newcomers.burst)
      neighbourhood.tend()
      #expect(await eventually { services.count { $0.count > 0 } == links.count })
      #expect(services.allSatisfy { $0.count <= 1 })
    }

    @Test(arguments: [
      (NWError.dns(-65570), [NearbyRefusal.localNetworkDenied]),
      (.dns(-65563), [.system(call: "listen", code: -65563), .system(call: "look for others", code: -65563)]),
    ])
    func `A person who denies the local network is told what to do`(
      error: NWError, refusals: [NearbyRefusal]
    ) async throws {
      let network = EmulatedLocalNetwork()
      network.refuse(error)
      let neighbourhood = try EmulatedLocalNetwork.$current.withValue(network) { try Device(1).network() }
      #expect(await neighbourhood.states.first { state in refusals.contains { state == .off($0) } } != nil)
    }

    @Test func `Without an access point others are found from device to device`() async throws {
      let network = EmulatedLocalNetwork()
      network.losesAccessPoint()
      let (low, high) = try EmulatedLocalNetwork.$current.withValue(network) {
        (try Device(1).network(), try Device(1_000).network())
      }
      #expect(await low.links.next(.initiator) != nil)
      #expect(await high.links.next(.responder) != nil)
    }
  }
#endif
