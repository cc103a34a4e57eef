#if APPLE_EMULATION
  import AppleKeychain
  import AppleLink
  import DataLifecycle
  import EmulatedCoreBluetooth
  import Foundation
  import Mantlet
  import PeerMesh
  import Redaction
  import SecretStorage
  import Security
  import SecurityTesting
  import Synchronization
  import Testing

  /// The façade's mesh on an emulated phone, over the emulated radio.
  @Suite(OwnPhone(), .serialized, .timeLimit(.minutes(15))) struct AppleMeshTests: AppleShields {
    private static let now: @Sendable () -> MeshTime = { 1_800_000_000_000 }

    /// A radio's links, and the task that gives them to a node.
    private func radio(in air: EmulatedAir, for node: MeshNode) -> (BluetoothNeighbourhood, Task<Void, Never>) {
      let last = Mutex<UInt64>(0)
      let made = BluetoothNeighbourhood(
        numbers: {
          last.withLock { last in
            last += 1
            return LinkID(last)
          }
        }, now: Self.now, random: { .random(in: .min ... .max) })
      EmulatedRadio.$current.withValue(EmulatedRadio(in: air)) { made.start() }
      return (made, Task { for await link in made.links { await node.attach(link) } })
    }

    @Test("A shield's node talks over Bluetooth, and a logout silences it and empties the keychain")
    func bluetooth() async throws {
      let container = try Container()
      let stores = try stores(container)
      let shield = try await shield(stores)
      try await signIn(shield)
      var dice = SystemRandomNumberGenerator()
      let key = try MeshKey.random(mission: "Rescue", using: &dice)
      try await shield.joinMission(key)
      let ada = try #require(try await shield.mesh(as: MeshMember(callsign: "Ada")))
      let bob = MeshNode(
        device: try MeshMember(callsign: "Bob").device(from: Secret(randomBytes: 64, using: &dice)),
        mission: KeptMission(keyring: try MeshKeyring(key)), store: InMemoryMeshKeyStore(), now: Self.now,
        random: { .random(in: .min ... .max) })
      let air = EmulatedAir()
      let radios = [radio(in: air, for: ada), radio(in: air, for: bob)]
      defer { for radio in radios { radio.1.cancel() } }
      for await effect in bob.events {
        guard case .peer(let peer) = effect else { continue }
        #expect(peer.callsign == "Ada")
        break
      }
      try await ada.send([4, 7, 1, 1], as: .chat)
      for await effect in bob.events {
        guard case .deliver(let message) = effect else { continue }
        #expect(message.body == [4, 7, 1, 1])
        break
      }
      #expect(try await stores.secrets.names().map(\.text).filter { $0.hasPrefix("mesh.") }.count == 2)
      #expect(try await shield.logOut().isComplete)
      for await _ in ada.events {}
      #expect(
        try await stores.secrets.names().map(\.text).sorted() == [
          "device-attestation", "device-checks", "device-key.hardware", "installation.marker",
        ])
      withExtendedLifetime(radios) {}
    }
  }
#endif
