#if APPLE_EMULATION
  import AppleLink
  import CoreBluetooth
  import Crypto
  import Foundation
  import MultipeerConnectivity
  import Network
  import PeerMesh
  import Redaction
  import SecurityTesting
  import Testing

  /// Whole nodes of a mission over the emulated radios.
  @Suite(.timeLimit(.minutes(15))) struct NearbyMeshTests {
    private static func bytes(_ label: String) -> [UInt8] { Array(SHA256.hash(data: Array(label.utf8))) }

    private func node(_ device: Device, _ number: Int, key: String = "key") throws -> MeshNode {
      let key = try MeshKey(
        Secret(copying: Self.bytes(key)), mission: "Rescue", suite: .noise, epoch: 1, notBefore: nil, notAfter: nil,
        authority: nil)
      let identity = try MeshDevice(
        signer: SoftwareSigner(Secret(copying: Self.bytes("signer \(number)"))),
        agreementSecret: Secret(copying: Self.bytes("agreement \(number)")), uid: "uid-\(number)",
        callsign: "Call-\(number)", team: "Cyan", role: "Medic", proof: nil)
      return MeshNode(
        device: identity, mission: KeptMission(keyring: try MeshKeyring(key)), store: InMemoryMeshKeyStore(),
        now: device.now, random: { .random(in: .min ... .max) })
    }

    private func attach(_ links: AsyncStream<NearbyLink>, to node: MeshNode) -> Task<Void, Never> {
      Task { for await link in links { await node.attach(link) } }
    }

    private func first<Value>(_ node: MeshNode, _ choose: (MeshEffect) -> Value?) async -> Value? {
      for await effect in node.events { if let value = choose(effect) { return value } }
      return nil
    }

    private func message(_ node: MeshNode) async -> [UInt8]? {
      await first(node) { if case .deliver(let message) = $0 { message.body } else { nil } }
    }

    private func peer(_ node: MeshNode) async -> String? {
      await first(node) { if case .peer(let peer) = $0 { peer.uid } else { nil } }
    }

    @Test(arguments: [20, 182])
    func `A message of a kilobyte crosses three devices of which the outer ones do not hear each other`(
      valueLength: Int
    ) async throws {
      let air = EmulatedAir()
      let devices = [1, 1_000, 2_000].map { Device($0, in: air, valueLength: valueLength) }
      air.separate(devices[0].radio, devices[2].radio)
      let nodes = try devices.enumerated().map { try node($1, $0) }
      let radios = devices.map { $0.bluetooth() }
      let tasks = zip(radios, nodes).map { attach($0.links, to: $1) }
      defer { for task in tasks { task.cancel() } }
      #expect(await peer(nodes[0]) == "uid-1")
      #expect(await peer(nodes[2]) == "uid-1")
      let body = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
      try await nodes[0].send(body, as: .chat)
      #expect(await message(nodes[1]) == body)
      // What is passed on waits for a moment, by the clock of the one in the middle.
      devices[1].clock.advance(bySeconds: 1)
      await nodes[1].tick()
      #expect(await message(nodes[2]) == body)
      withExtendedLifetime(radios) {}
    }

    @Test func `Two nodes talk over Multipeer, and over Network framework without an access point`() async throws {
      let network = EmulatedLocalNetwork()
      network.losesAccessPoint()
      let (low, high) = (Device(1), Device(1_000))
      let (left, right) = (try node(low, 1), try node(high, 2))
      let halls = EmulatedCrowd.$current.withValue(EmulatedCrowd()) { (low.multipeer(), high.multipeer()) }
      var tasks = [attach(halls.0.links, to: left), attach(halls.1.links, to: right)]
      #expect(await peer(right) == "uid-1")
      try await left.send([1], as: .chat)
      #expect(await message(right) == [1])
      halls.0.close()
      let stations = try EmulatedLocalNetwork.$current.withValue(network) { (try low.network(), try high.network()) }
      tasks += [attach(stations.0.links, to: left), attach(stations.1.links, to: right)]
      let isProven: Void? = await first(right) { if case .proven = $0 { () } else { nil } }
      #expect(isProven != nil)
      try await left.send([2], as: .chat)
      #expect(await message(right) == [2])
      for task in tasks { task.cancel() }
      withExtendedLifetime((halls, stations)) {}
    }

    @Test func `Who has another key gets a link and nothing on it`() async throws {
      let air = EmulatedAir()
      let (low, high) = (Device(1, in: air), Device(1_000, in: air))
      let (left, right) = (try node(low, 1), try node(high, 2, key: "another key"))
      let radios = [low.bluetooth(), high.bluetooth()]
      let tasks = [attach(radios[0].links, to: left), attach(radios[1].links, to: right)]
      let isForeign: Void? = await first(right) { if case .notice(.foreignPeer) = $0 { () } else { nil } }
      #expect(isForeign != nil)
      try await left.send([1], as: .chat)
      #expect(await left.peers.isEmpty)
      #expect(await right.peers.isEmpty)
      for task in tasks { task.cancel() }
      withExtendedLifetime(radios) {}
    }
  }
#endif
