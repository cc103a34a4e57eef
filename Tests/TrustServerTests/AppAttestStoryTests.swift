#if Server
  import AppIntegrity
  import AttestationSamples
  import Foundation
  import SecurityPolicy
  import Synchronization
  import Testing
  import TrustServer
  import TrustWire

  /// The device's side of App Attest against the server's, verifier included: nothing in between is a stand-in but Apple.
  @Suite struct AppAttestStoryTests {
    private final class Kept: CheckKeeping {
      private let bytes = Mutex<[UInt8]?>(nil)
      func load() async throws(IntegrityError) -> [UInt8]? { bytes.withLock { $0 } }
      func save(_ bytes: [UInt8]) async throws(IntegrityError) { self.bytes.withLock { $0 = bytes } }
    }

    /// An installation: what it knows of its key, and the service that it asks.
    private struct Phone {
      let desk: HardwareStage
      let service: SigningAppAttest
      let kept = Kept()
      let client: AppAttestClient

      init(_ store: any TrustStore = InMemoryTrustStore()) async throws {
        desk = try await HardwareStage(store: store)
        service = SigningAppAttest(desk.apple)
        client = AppAttestClient(service, keeper: kept)
      }

      var now: Int64 { desk.stage.clock.now }

      /// One report as a device makes it; a lost key is asked for once more. Nil when it had to claim nothing.
      func report(_ client: AppAttestClient? = nil, as person: String? = "sub:ada") async throws -> (
        claim: AttestationClaim?, parcel: ReportParcel
      ) {
        let client = client ?? self.client
        let challenge = try await desk.stage.challenge()
        func signed(_ claim: AttestationClaim?) async throws -> String {
          let report = desk.stage.report(challenge) {
            $0.attestation = claim
            $0.app = "dev.example"
            $0.system = OperatingSystem(platform: .ios, name: "iOS", version: "27", patchLevel: nil)
          }
          return try await desk.stage.sign(.report, report.bytes)
        }
        for _ in 0..<2 {
          let claim = await client.claim(for: person, at: now)
          let compact = try await signed(claim)
          guard claim?.kind != nil else { return (claim, ReportParcel(compact: compact)) }
          if let evidence = await client.evidence(over: compact, at: now) {
            return (claim, ReportParcel(compact: compact, evidence: evidence))
          }
        }
        return (nil, ReportParcel(compact: try await signed(nil)))
      }

      func send(_ parcel: ReportParcel, _ client: AppAttestClient? = nil) async -> TrustAnswer {
        let answer = await desk.stage.token(.deviceReport(compact: parcel.text))
        let isRefused = reason(answer) == .unattestedRefused
        if answer.status == 200 || isRefused {
          await (client ?? self.client).heard(isAccepted: !isRefused, of: parcel.compact, at: now)
        }
        return answer
      }
    }

    @Test(
      "A key is made, attested and believed; then it signs each report with a counter, over restarts too",
      arguments: StoreKind.allCases)
    func life(kind: StoreKind) async throws {
      let phone = try await Phone(kind.make())
      let first = try await phone.report()
      #expect(first.claim == .appAttest)
      #expect(tier(await phone.send(first.parcel)) == .attested)
      let row = try #require(try await phone.desk.row())
      let id = try #require(await phone.client.state?.keyID)
      #expect(Data(row.keyID).base64EncodedString() == id && row.counter == 0)
      for counter in 1...3 {
        let next = AppAttestClient(phone.service, keeper: phone.kept)
        let report = try await phone.report(next)
        #expect(report.claim == .appAttestAssertion)
        #expect(tier(await phone.send(report.parcel, next)) == .attested)
        #expect(try await phone.desk.row()?.counter == UInt32(counter))
      }
      #expect(phone.service.keys == 1 && phone.desk.doubts.isEmpty)
    }

    @Test("A report that comes twice is refused, and so is its assertion beside another report")
    func replayed() async throws {
      let phone = try await Phone()
      #expect(tier(await phone.send(try await phone.report().parcel)) == .attested)
      let sent = try await phone.report().parcel
      #expect(tier(await phone.send(sent)) == .attested)
      #expect(reason(await phone.send(sent)) == .replayed)
      let other = try await phone.report().parcel
      let mixed = ReportParcel(compact: other.compact, evidence: sent.evidence)
      let answer = await phone.desk.stage.token(.deviceReport(compact: mixed.text))
      #expect(reason(answer) == .unattestedRefused)
      // The device was not told of that, and goes on.
      #expect(tier(await phone.send(try await phone.report().parcel)) == .attested)
    }

    @Test("A counter that another device has used stops the key; the next report brings a new one, attested")
    func cloned() async throws {
      let phone = try await Phone()
      #expect(tier(await phone.send(try await phone.report().parcel)) == .attested)
      #expect(tier(await phone.send(try await phone.report().parcel)) == .attested)
      let before = try await phone.desk.row()?.keyID
      phone.service.beCloned()
      let copied = await phone.send(try await phone.report().parcel)
      #expect(reason(copied) == .unattestedRefused && said(copied).text.contains("refused at counter"))
      let next = try await phone.report()
      #expect(next.claim == .appAttest && phone.service.keys == 2)
      #expect(tier(await phone.send(next.parcel)) == .attested)
      let row = try #require(try await phone.desk.row())
      #expect(row.keyID != before && row.counter == 0)
    }

    @Test("A key that the device has lost is replaced within the same report, and so is another person's")
    func lost() async throws {
      let phone = try await Phone()
      #expect(tier(await phone.send(try await phone.report().parcel)) == .attested)
      phone.service.loseKeys()
      let anew = try await phone.report()
      #expect(anew.claim == .appAttest)
      #expect(tier(await phone.send(anew.parcel)) == .attested)
      let ada = try await phone.desk.row()?.keyID
      let bob = try await phone.report(as: "sub:bob")
      #expect(bob.claim == .appAttest)
      #expect(tier(await phone.send(bob.parcel)) == .attested)
      #expect(try await phone.desk.row()?.keyID != ada)
      #expect(tier(await phone.send(try await phone.report(as: "sub:bob").parcel)) == .attested)
    }

    @Test("An answer that was lost costs a key and no more: the next report is attested again")
    func lostAnswer() async throws {
      let phone = try await Phone()
      let first = try await phone.report()
      #expect(await phone.desk.stage.token(.deviceReport(compact: first.parcel.text)).status == 200)
      let next = AppAttestClient(phone.service, keeper: phone.kept)
      let second = try await phone.report(next)
      #expect(second.claim == .appAttest && phone.service.keys == 2)
      #expect(tier(await phone.send(second.parcel, next)) == .attested)
      let third = try await phone.report(next)
      #expect(third.claim == .appAttestAssertion)
      #expect(tier(await phone.send(third.parcel, next)) == .attested)
    }
  }
#endif
