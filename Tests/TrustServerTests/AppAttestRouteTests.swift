#if Server
  import AttestationSamples
  import Crypto
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct AppAttestRouteTests {
    @Test("An attestation earns the attested tier and is stored; assertions with a rising counter keep it")
    func life() async throws {
      let phone = try await HardwareStage()
      #expect(tier(try await phone.attest()) == .attested)
      let row = try #require(try await phone.row())
      #expect(row.counter == 0 && row.keyID == phone.apple.keyID && row.category == nil)
      #expect(row.publicKey == Array(phone.apple.key.publicKey.x963Representation))
      #expect(tier(try await phone.assert(1)) == .attested)
      #expect(tier(try await phone.assert(7)) == .attested)
      #expect(try await phone.row()?.counter == 7)
      for counter in [UInt8(7), 6, 0] {
        let answer = try await phone.assert(counter)
        #expect(reason(answer) == .unattestedRefused && said(answer).text.contains("refused at counter"))
      }
      #expect(try await phone.row()?.counter == 7)
      #expect(phone.doubts == [.attestationRefused, .attestationRefused, .attestationRefused])
    }

    @Test("The receipt of an accepted attestation is stored and stays behind assertions", arguments: StoreKind.allCases)
    func receipt(kind: StoreKind) async throws {
      let phone = try await HardwareStage(store: try kind.make())
      let (first, second): ([UInt8], [UInt8]) = ([0x30, 0x80, 0, 0xFF], [0x30, 0x80, 1])
      let refused = try await phone.attest { ($0.receipt, $0.counter) = (first, 1) }
      #expect(tier(refused) == nil)
      #expect(try await phone.row() == nil)
      #expect(tier(try await phone.attest { $0.receipt = first }) == .attested)
      #expect(try await phone.row()?.receipt == first)
      #expect(tier(try await phone.assert(1)) == .attested)
      #expect(try await phone.row()?.receipt == first)
      // The same key again, with a newer receipt and then without one.
      #expect(tier(try await phone.attest { $0.receipt = second }) == .attested)
      #expect(tier(try await phone.attest()) == .attested)
      #expect(try await phone.row()?.receipt == second)
      #expect(try await phone.row()?.counter == 1)
    }

    @Test("A receipt beyond its bound is not kept")
    func longReceipt() {
      func kept(_ count: Int) -> Int? {
        AttestedKeyRow(
          device: "d", keyID: [1], publicKey: [2], counter: 0, category: nil,
          receipt: [UInt8](repeating: 7, count: count), updated: 0
        ).receipt?.count
      }
      let limit = AttestedKeyRow.receiptLimit
      #expect(kept(limit) == limit)
      #expect(kept(limit + 1) == nil)
      #expect(kept(0) == nil)
    }

    @Test("Of many assertions with one counter at two servers exactly one is accepted", arguments: StoreKind.allCases)
    func race(kind: StoreKind) async throws {
      let store = try kind.make()
      let first = try await HardwareStage(store: store)
      let second = try await HardwareStage(
        store: store, apple: first.apple, key: first.stage.key, clock: first.stage.clock)
      #expect(tier(try await first.attest()) == .attested)
      let tiers = try await withThrowingTaskGroup(of: TrustTier?.self) { group in
        for number in 0..<12 {
          group.addTask { tier(try await (number % 2 == 0 ? first : second).assert(1)) }
        }
        return try await group.reduce(into: [TrustTier?]()) { $0.append($1) }
      }
      #expect(tiers.filter { $0 == .attested }.count == 1 && tiers.compactMap(\.self).count == 1)
    }

    @Test("Evidence of another report, key, app, authority or installation is refused at its step")
    func swapped() async throws {
      let phone = try await HardwareStage()
      func refused(_ answer: TrustAnswer, _ step: String) {
        #expect(reason(answer) == .unattestedRefused && said(answer).text.contains("refused at \(step):"), "\(step)")
      }
      refused(try await phone.assert(1), "knownKey")
      refused(try await phone.attest { $0.clientDataHash = ReportParcel.clientDataHash("another") }, "nonce")
      refused(try await phone.attest { $0.credentialID = [UInt8](repeating: 1, count: 32) }, "credentialId")
      refused(try await phone.attest { $0.counter = 1 }, "counter")
      let stranger = try TestAppAttest()
      refused(
        try await phone.attest { sample in
          let hash = sample.clientDataHash
          sample = stranger
          sample.clientDataHash = hash
        }, "chain-sig")
      #expect(try await phone.row() == nil)
      #expect(tier(try await phone.attest()) == .attested)
      refused(try await phone.assert(1, of: "another"), "signature")
      refused(try await phone.assert(1) { $0.key = P256.Signing.PrivateKey() }, "signature")
      // The key of one installation proves nothing for another one.
      let thief = try await HardwareStage(store: phone.stage.store, apple: phone.apple, clock: phone.stage.clock)
      refused(try await thief.assert(1), "knownKey")
      // Evidence that does not come, or comes as another kind.
      refused(try await phone.send(.appAttestAssertion, platform: .ios) { _, _ in nil }, "presence")
    }

    @Test("Another app or team is a repackaged app, whatever the report says")
    func repackaged() async throws {
      let phone = try await HardwareStage()
      for app in ["ABCDE12345.dev.other", "ZZZZZ12345.dev.example"] {
        let answer = try await phone.attest { $0.appID = app }
        // The key was not accepted, and the client must not take it for one that was.
        #expect(reason(answer) == .unattestedRefused && said(answer).codes == [.rejectedBecauseHooked, .unknown])
      }
      #expect(try await phone.row() == nil)
    }

    @Test("A key that the policy refuses today is stored, so that the device can come back without a new one")
    func comesBack() async throws {
      let store = InMemoryTrustStore()
      let old = try await HardwareStage({ $0.server.devices[.ios]?.minimumVersion = DottedVersion("28") }, store: store)
      // The attested version decides, not the claimed one.
      #expect(said(try await old.attest(version: "28.1")).codes == [.osVersionTooLow])
      // Nor does an assertion with the stored key, which states no version, make the claim true.
      let lie = try await old.assert(1, version: "28.1")
      #expect(reason(lie) == .unattestedRefused && said(lie).text.contains("knownKey"))
      #expect(said(try await old.assert(1)).codes == [.osVersionTooLow])
      // An update: the new version is attested anew.
      var updated = old.apple
      updated.key = P256.Signing.PrivateKey()
      updated.osVersion = "28.1"
      let after = try await HardwareStage(
        { $0.server.devices[.ios]?.minimumVersion = DottedVersion("28") }, store: store, apple: updated,
        key: old.stage.key, clock: old.stage.clock)
      #expect(said(try await after.assert(1, version: "28.1")).text.contains("knownKey"))
      #expect(tier(try await after.attest(version: "28.1")) == .attested)
      #expect(tier(try await after.assert(1, version: "28.1.0")) == .attested)
      #expect(tier(try await old.attest()) == nil)
      let later = try await HardwareStage(
        store: store, apple: old.apple, key: old.stage.key, clock: old.stage.clock)
      #expect(tier(try await later.assert(2)) == .attested)
    }

    @Test("A key of a development build stays one where the store serves production later")
    func movedStore() async throws {
      let dev = try await HardwareStage()
      #expect(tier(try await dev.attest { $0.aaguid = Array("appattestdevelop".utf8) }) == .attested)
      #expect(try await dev.row()?.isProduction == false)
      let prod = try await HardwareStage(
        environment: .prod, store: dev.stage.store, apple: dev.apple, key: dev.stage.key, clock: dev.stage.clock)
      let answer = try await prod.assert(1)
      #expect(said(answer).codes == [.rejectedBecauseHooked] && said(answer).text.contains("development build"))
    }

    @Test("A session that proofs were given for does not go on by claims, and goes on after the next proof")
    func mixedTiers() async throws {
      let phone = try await HardwareStage { $0.server.unattested.admitted = true }
      let proved = try TokenResponse(reading: try await phone.attest().body)
      #expect(proved.tier == .attested)
      let claimed = try await phone.send(.unsupported, platform: .ios) { _, _ in nil }
      #expect(tier(claimed) == .unattested)
      #expect(reason(try await phone.stage.refresh(proved.refreshToken)) == .unattestedRefused)
      #expect(tier(try await phone.assert(1)) == .attested)
      #expect(tier(try await phone.stage.refresh(proved.refreshToken)) == .attested)
    }

    @Test("Only ways of distribution that the policy takes are admitted, and a change of it stays refused")
    func categories() async throws {
      let phone = try await HardwareStage { $0.server.devices[.ios]?.origin.categories = [.appStore, .testFlight] }
      let enterprise = try await phone.attest { $0.extensions = TestAppAttest.categories(5) }
      #expect(said(enterprise).codes == [.rejectedBecauseHooked] && said(enterprise).text.contains("distribution"))
      let second = try await HardwareStage { $0.server.devices[.ios]?.origin.categories = [.appStore, .testFlight] }
      #expect(tier(try await second.attest()) == .attested)
      // An update to iOS 27 brings the first word.
      #expect(tier(try await second.assert(1) { $0.extensions = TestAppAttest.categories(4) }) == .attested)
      #expect(try await second.row()?.category == "appStore")
      for (counter, category) in [(UInt8(2), UInt8(2)), (3, 2)] {
        let answer = try await second.assert(counter) { $0.extensions = TestAppAttest.categories(category) }
        #expect(said(answer).codes == [.rejectedBecauseHooked] && said(answer).text.contains("signed anew"))
      }
      #expect(said(try await second.assert(4)).text.contains("signed anew"))
      #expect(tier(try await second.assert(5) { $0.extensions = TestAppAttest.categories(4) }) == .attested)
      let strict = try await HardwareStage { $0.server.devices[.ios]?.origin.requiresCategory = true }
      #expect(said(try await strict.attest()).codes == [.rejectedBecauseHooked])
    }

    @Test("Production takes the App Store only, and no key of a development build, also not later")
    func production() async throws {
      let store = InMemoryTrustStore()
      let phone = try await HardwareStage(environment: .prod, store: store)
      let answer = try await phone.attest { $0.aaguid = Array("appattestdevelop".utf8) }
      #expect(said(answer).codes == [.rejectedBecauseHooked] && said(answer).text.contains("development build"))
      #expect(try await phone.row() == nil)
      #expect(said(try await phone.assert(1)).text.contains("knownKey"))
      let tester = try await phone.attest { $0.extensions = TestAppAttest.categories(2) }
      #expect(said(tester).codes == [.rejectedBecauseHooked])
      let shop = try await HardwareStage(environment: .prod)
      #expect(tier(try await shop.attest { $0.extensions = TestAppAttest.categories(4) }) == .attested)
      let dev = try await HardwareStage()
      #expect(
        tier(
          try await dev.attest {
            $0.aaguid = Array("appattestdevelop".utf8)
            $0.extensions = TestAppAttest.categories(3)
          }) == .attested)
    }

    @Test("The same key attested again keeps its counter")
    func again() async throws {
      let phone = try await HardwareStage()
      #expect(tier(try await phone.attest()) == .attested)
      #expect(tier(try await phone.assert(9)) == .attested)
      #expect(tier(try await phone.attest()) == .attested)
      #expect(try await phone.row()?.counter == 9)
      #expect(said(try await phone.assert(9)).text.contains("counter"))
    }

    @Test("A store that fails decides nothing: 503, and the counter is good afterwards")
    func storeFails() async throws {
      let store = BreakingStore(InMemoryTrustStore())
      let phone = try await HardwareStage(evidence: store)
      store.fail(.before)
      #expect(try await phone.attest().status == 503)
      store.fail(.none)
      #expect(tier(try await phone.attest()) == .attested)
      store.fail(.before)
      #expect(try await phone.assert(1).status == 503)
      store.fail(.none)
      #expect(tier(try await phone.assert(1)) == .attested)
      #expect(phone.doubts.isEmpty)
    }
  }
#endif
