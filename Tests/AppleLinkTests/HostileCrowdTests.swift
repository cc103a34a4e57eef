#if APPLE_EMULATION
  import AppleLink
  import Foundation
  import MultipeerConnectivity
  import PeerMesh
  import SecurityTesting
  import Synchronization
  import Testing

  /// Who is found by Multipeer and has no key.
  @Suite(.timeLimit(.minutes(15))) struct HostileCrowdTests {
    @Test func `The name is random for each start and nothing is said beside it`() async {
      let crowd = EmulatedCrowd()
      let (guest, device) = EmulatedCrowd.$current.withValue(crowd) { (Guest(name: "scanner"), Device(0xABCD)) }
      let names = Mutex<Set<String>>([])
      for _ in 0..<2 {
        let hall = EmulatedCrowd.$current.withValue(crowd) { device.multipeer() }
        let found = await guest.found.first { _ in true }
        #expect(found?.info == nil)
        #expect(NearbyID(text: found?.peer.displayName ?? "") != nil)
        names.withLock { _ = $0.insert(found?.peer.displayName ?? "") }
        hall.close()
      }
      #expect(names.withLock { $0.count } == 2)
    }

    @Test func `A flood of invitations fills seven sessions, and who proves nothing loses its place`() async {
      let crowd = EmulatedCrowd()
      let device = Device(.max - 100)
      let hall = EmulatedCrowd.$current.withValue(crowd) { device.multipeer() }
      var guests: [Guest] = []
      for number in 0..<200 as Range<UInt64> {
        let guest = EmulatedCrowd.$current.withValue(crowd) { Guest(name: NearbyID(number).text) }
        guests.append(guest)
        await guest.invite()
      }
      var refused = 0
      for guest in guests where await guest.isRefused() { refused += 1 }
      #expect(refused == 200 - MultipeerNeighbourhood.limit)
      let links = await hall.links.first(MultipeerNeighbourhood.limit)
      for link in links { await link.close() }
      #expect(await eventually { guests.allSatisfy { !$0.isConnected } })
    }

    @Test(arguments: ["", "0123456789abcdef ", "FFFFFFFFFFFFFFFF", "Maria", "ffffffffffffffff"])
    func `A name that is no id, or not lower than ours, is not let in`(name: String) async {
      let crowd = EmulatedCrowd()
      let hall = EmulatedCrowd.$current.withValue(crowd) { Device(1_000).multipeer() }
      let guest = EmulatedCrowd.$current.withValue(crowd) { Guest(name: name.isEmpty ? "-" : name) }
      await guest.invite()
      #expect(await guest.isRefused())
      withExtendedLifetime(hall) {}
    }

    @Test func `A session without encryption is not joined`() async {
      let crowd = EmulatedCrowd()
      let hall = EmulatedCrowd.$current.withValue(crowd) { Device(1_000).multipeer() }
      let guest = EmulatedCrowd.$current.withValue(crowd) { Guest(name: NearbyID(1).text, encryption: .none) }
      await guest.invite()
      #expect(await guest.isRefused())
      withExtendedLifetime(hall) {}
    }

    @Test(arguments: [Guest.Trick.tooMuch, .nothing, .stream, .thirdParty])
    func `What is no datagram ends the link`(trick: Guest.Trick) async throws {
      let crowd = EmulatedCrowd()
      let hall = EmulatedCrowd.$current.withValue(crowd) { Device(1_000).multipeer() }
      let guest = EmulatedCrowd.$current.withValue(crowd) { Guest(name: NearbyID(1).text) }
      await guest.invite()
      let link = try #require(await hall.links.first { _ in true })
      try guest.play(trick)
      for await _ in link.datagrams {}
      await #expect(throws: MeshError.linkClosed) { try await link.send([1]) }
    }

    @Test func `A refusal of the system is told`() async {
      let crowd = EmulatedCrowd()
      crowd.refuse(code: 6)
      let hall = EmulatedCrowd.$current.withValue(crowd) { Device(1).multipeer() }
      #expect(await hall.states.first { if case .off(.system(_, 6)) = $0 { true } else { false } } != nil)
    }
  }
#endif
