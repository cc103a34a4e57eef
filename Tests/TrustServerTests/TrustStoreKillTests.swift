#if Server
  import AttestationSamples
  import Crypto
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  #if canImport(Glibc)
    import Glibc

    /// `kill -9` of a server that decides on reports: what it answered stands.
    @Suite(.serialized, .timeLimit(.minutes(10)))
    struct TrustStoreKillTests {
      private static let rounds = 12

      /// A report and a refresh that were answered.
      struct Answered: Codable {
        /// The device's key, made for this round.
        let key: Data
        let counter: UInt8
        let parcel: String
        let refresh: String
      }

      /// Attests a device and lets it report and refresh without pause; what was answered stands in `log` when the answer
      /// is there.
      static func work(_ place: DurablePlace, log: String) async throws {
        let phone = try await HardwareStage(store: try place.store())
        var token = try TokenResponse(reading: try await phone.attest().body).refreshToken
        let file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        // As many challenges as one address gets in a minute, nearly.
        for counter in UInt8(1)...100 {
          let sent = Locked("")
          let answer = try await phone.send(.appAttestAssertion, platform: .ios, version: "27") { compact, _ in
            let bytes = try phone.apple.assertion(over: ReportParcel.clientDataHash(compact), counter: counter)
            let evidence = AttestationEvidence(kind: .appAttestAssertion, bytes: bytes)
            sent.set(ReportParcel(compact: compact, evidence: evidence).text)
            return bytes
          }
          guard tier(answer) == .attested else { return }
          token = try TokenResponse(reading: try await phone.stage.refresh(token).body).refreshToken
          let line = Answered(
            key: phone.stage.key.rawRepresentation, counter: counter, parcel: sent.value, refresh: token)
          let bytes = Array(try JSONEncoder().encode(line)) + [10]
          guard write(file, bytes, bytes.count) == bytes.count else { return }
          // What must be hit is any moment, so the moment is left to chance.
          if counter == 3 { Thread.detachNewThread { killSoon() } }
        }
        pause()
      }

      private static func killSoon() {
        usleep(UInt32.random(in: 0...40_000))
        kill(getpid(), SIGKILL)
      }

      @Test(
        "After kill -9 what was answered stands: challenges used, counters no lower, and nobody locked out",
        arguments: StoreKind.durable)
      func killed(kind: StoreKind) async throws {
        let place = try DurablePlace(kind)
        var total = 0
        for round in 0..<Self.rounds {
          let log = temporaryFile()
          await #expect(processExitsWith: .signal(SIGKILL)) {
            [kind = kind as StoreKind, name = place.name as String, log = log as String] in
            try await TrustStoreKillTests.work(DurablePlace(kind, name: name), log: log)
          }
          let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
          let answered = try lines.map { try JSONDecoder().decode(Answered.self, from: Data($0.utf8)) }
          try #require(answered.count >= 3, "round \(round): killed too early")
          total += answered.count
          let last = answered[answered.count - 1]
          let after = try await HardwareStage(
            store: try place.store(), key: try P256.Signing.PrivateKey(rawRepresentation: last.key))
          for report in answered {
            let again = await after.stage.token(.deviceReport(compact: report.parcel))
            #expect(reason(again) == .replayed, "round \(round)")
          }
          let counter = UInt32(try #require(try await after.row()?.counter))
          // One more at most: the one whose answer was not given.
          #expect((UInt32(last.counter)...UInt32(last.counter) + 1).contains(counter), "round \(round)")
          let next = try TokenResponse(reading: try await after.stage.refresh(last.refresh).body).refreshToken
          #expect(try await after.stage.refresh(next).status == 200, "round \(round): locked out")
          let spent = try await after.stage.refresh(answered[answered.count - 2].refresh)
          #expect(reason(spent) == .tokenSuperseded, "round \(round)")
        }
        print("kill -9: \(Self.rounds) rounds, \(total) reports and refreshes answered (\(kind.rawValue))")
      }
    }
  #endif
#endif
