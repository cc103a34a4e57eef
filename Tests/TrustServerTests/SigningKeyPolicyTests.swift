#if Server
  import CryptoExtras
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  extension Stage {
    /// A policy that lists whose tokens devices believe, as every policy file does.
    static func policy(pinning keys: [String]) -> Policy {
      var policy = Stage.policy()
      policy.environments[.dev] = EnvironmentRequirement(
        endpoint: Stage.issuer, pins: [], tokenKeys: keys, loginKey: "")
      return policy
    }

    /// The id of the key that every store of these tests begins with.
    static func firstKey() throws -> String {
      let pem = try #require(signingPEM)
      return TokenKeySet.thumbprint(try _RSA.Signing.PrivateKey(pemRepresentation: pem).publicKey)
    }
  }

  /// Servers of one store whose policies list other token keys: what one of them knows must not stop another one.
  @Suite struct SigningKeyPolicyTests {
    private static let lead: Int64 = 3600

    private static func options(maximumAge: Int64? = nil) -> Stage.Options {
      var options = Stage.Options()
      options.keyEncryptionKey = [UInt8](repeating: 9, count: 32)
      options.schedule = SigningKeySchedule(maximumAge: maximumAge, lead: lead)
      return options
    }

    /// A server with a device of its own on an empty store, and the key that it publishes next, whose time has come.
    private func rotated(_ store: any TrustStore) async throws -> (server: Stage, known: String, next: String) {
      let known = try Stage.firstKey()
      let server = try await Stage(
        policy: Stage.policy(pinning: [known]), store: store, options: Self.options())
      let next = try await server.desk.rotateSigningKey().id
      server.clock.advance(Self.lead)
      return (server, known, next)
    }

    /// Another server on the same store, with a device of its own.
    private func server(beside other: Stage, pinning keys: [String]) async throws -> Stage {
      try await Stage(
        policy: Stage.policy(pinning: keys), store: other.store, options: Self.options(), clock: other.clock)
    }

    private func published(_ stage: Stage) async throws -> Set<String> {
      let keys = try JSONReader().read(await stage.send("GET", .jwks).body)["keys"]?.array ?? []
      return Set(keys.compactMap { $0["kid"]?.string })
    }

    private func keyID(_ tokens: TokenResponse) throws -> String? {
      try JSONReader().read(try Base64URL.decode(tokens.accessToken.split(separator: ".")[0]))["kid"]?.string
    }

    private func rows(_ store: any TrustStore) async throws -> [SigningKeyRow] {
      try await store.reading { rows throws(StoreError) in try rows.signingKeys() }
    }

    @Test(
      "A server whose policy knows the next key stops none whose policy does not, whichever of them looks first",
      arguments: StoreKind.allCases, [true, false])
    func sideBySide(kind: StoreKind, isNewFirst: Bool) async throws {
      let (old, known, next) = try await rotated(try kind.make())
      if !isNewFirst { #expect(try keyID(try await old.app()) == known) }
      let new = try await server(beside: old, pinning: [known, next])
      for _ in 0..<3 {
        let (early, late) = (try await old.app(), try await new.app())
        #expect(try keyID(early) == known)
        #expect(try keyID(late) == next)
        for stage in [old, new] {
          // What each signs with the other one publishes and believes.
          #expect(try await published(stage) == [known, next])
          #expect(await stage.check(early) == nil)
          #expect(await stage.check(late) == nil)
          #expect(await stage.send("GET", .ready).status == 200)
        }
        #expect(try await old.refresh(early.refreshToken).status == 200)
        #expect(try await new.refresh(late.refreshToken).status == 200)
        old.clock.advance(SigningKeySchedule.reload)
      }
      #expect(try await old.restarted(policy: Stage.policy(pinning: [known])).desk.tokenKeyID == known)
      #expect(try await old.restarted(policy: Stage.policy(pinning: [known, next])).desk.tokenKeyID == next)
    }

    @Test(
      "Servers may go back to a policy without the next key, also when every token of the old one has ended",
      arguments: StoreKind.allCases)
    func goneBack(kind: StoreKind) async throws {
      let (old, known, next) = try await rotated(try kind.make())
      let new = try await server(beside: old, pinning: [known, next])
      for _ in 0..<100 {
        new.clock.advance(SigningKeySchedule.reload)
        _ = await new.send("GET", .health)
      }
      let late = try await new.app()
      #expect(try keyID(late) == next)
      let kept = try await new.desk.signingKeys()
      #expect(kept.map(\.id) == [next, known])
      #expect(kept.last?.state == .retired && kept.last?.goneAt == nil)
      let back = try await server(beside: old, pinning: [known])
      #expect(back.desk.tokenKeyID == known)
      #expect(await back.check(late) == nil)
      let early = try await back.app()
      #expect(try keyID(early) == known)
      #expect(await new.check(early) == nil)
      #expect(try await server(beside: old, pinning: [known, next]).desk.tokenKeyID == next)
    }

    @Test("A key that only an older policy lists stays while a server signs with it, and until its last token ends")
    func dropped() async throws {
      let (old, known, next) = try await rotated(InMemoryTrustStore())
      let new = try await server(beside: old, pinning: [next])
      for _ in 0..<100 {
        old.clock.advance(SigningKeySchedule.reload)
        for stage in [old, new] { _ = await stage.send("GET", .health) }
      }
      // Signed at the last moment before this server looks again, which it never does.
      old.clock.advance(SigningKeySchedule.reload - 1)
      let last = try await old.app()
      #expect(try keyID(last) == known)
      for _ in 0..<58 {
        old.clock.advance(SigningKeySchedule.reload)
        _ = await new.send("GET", .health)
      }
      old.clock.advance(59)
      #expect(try await published(new) == [known, next])
      #expect(await new.check(last) == nil)
      old.clock.advance(4 * SigningKeySchedule.reload)
      #expect(try await published(new) == [next])
      #expect(try await rows(new.store).map(\.id) == [next])
      #expect(try await old.enrol().status == 503)
    }

    @Test("At an operator's desk time retires and removes no key, whatever its policy lists; it does what it is told")
    func operatorsDesk() async throws {
      let (server, known, next) = try await rotated(InMemoryTrustStore())
      func desk(pinning keys: [String]) async throws -> TrustDesk {
        try await TrustDesk(
          configuration: Stage.configuration(
            Stage.policy(pinning: keys), .dev, server.clock, EventLog(), options: Self.options()),
          store: server.store, tendsKeys: false)
      }
      let early = try await desk(pinning: [known, next])
      _ = try await early.accountNames()
      #expect(try await early.signingKeys().map(\.state) == [.active, .retired])
      #expect(try await rows(server.store).allSatisfy { $0.retiredAt == nil })
      #expect(try keyID(try await server.app()) == known)
      _ = try await self.server(beside: server, pinning: [known, next])
      let marked = try await rows(server.store).first { $0.id == known }
      #expect(marked?.retiredAt == server.clock.now)
      server.clock.advance(Self.lead)
      let late = try await desk(pinning: [next])
      #expect(try await late.signingKeys().map(\.id) == [next])
      #expect(try await rows(server.store).count == 2)
      try await late.removeSigningKey(id: next)
      let left = try await rows(server.store).map(\.id)
      #expect(!left.contains(next) && left.contains(known))
    }

    @Test("When the active key leaked, a retired one that the policy lists signs until that lists another one")
    func leaked() async throws {
      let (old, known, next) = try await rotated(InMemoryTrustStore())
      let new = try await server(beside: old, pinning: [known, next])
      #expect(new.desk.tokenKeyID == next)
      try await new.desk.removeSigningKey(id: next)
      #expect(try keyID(try await new.app()) == known)
      let keys = try await new.desk.signingKeys()
      #expect(keys.map(\.state) == [.active, .awaitingPin])
      #expect(keys.first?.id == known && keys.first?.goneAt == nil)
      let third = try #require(keys.last?.id)
      #expect(try await server(beside: old, pinning: [known, third]).desk.tokenKeyID == third)
    }

    @Test("No key signs before its time because the one in between is not listed: the retired one goes on until then")
    func before() async throws {
      let (old, known, next) = try await rotated(InMemoryTrustStore())
      let new = try await server(beside: old, pinning: [known, next])
      let third = try await new.desk.rotateSigningKey()
      #expect(third.state == .announced)
      let other = try await server(beside: old, pinning: [known, third.id])
      #expect(other.desk.tokenKeyID == known)
      other.clock.advance(Self.lead - 1)
      #expect(try keyID(try await other.app()) == known)
      other.clock.advance(1 + SigningKeySchedule.reload)
      #expect(try keyID(try await other.app()) == third.id)
    }

    @Test("A server whose clock is behind that of the one which retired its key goes on with it")
    func behind() async throws {
      let (old, known, next) = try await rotated(InMemoryTrustStore())
      _ = try await server(beside: old, pinning: [known, next])
      old.clock.advance(-60)
      #expect(try keyID(try await old.app()) == known)
      #expect(await old.send("GET", .ready).status == 200)
    }

    @Test("A key made by schedule is told of by its id, waits for a policy that lists it, and no further one is made")
    func scheduled() async throws {
      let (age, known) = (3 * Self.lead, try Stage.firstKey())
      let stage = try await Stage(
        policy: Stage.policy(pinning: [known]), options: Self.options(maximumAge: age))
      func told() -> [TrustEvent] { stage.events.all.filter { $0.kind == .signingKeyWaits } }
      #expect(try await published(stage) == [known])
      #expect(told().isEmpty)
      stage.clock.advance(age - Self.lead)
      let keys = try await published(stage)
      let next = try #require(keys.first { $0 != known })
      #expect(keys == [known, next])
      _ = await stage.send("GET", .health)
      #expect(told().map(\.key) == [next])
      for _ in 0..<3 {
        stage.clock.advance(age)
        for _ in 0..<2 { #expect(try await published(stage) == [known, next]) }
        #expect(try keyID(try await stage.app()) == known)
        #expect(told().map(\.key) == [next, next])
      }
      #expect(Set(told().map(\.explanation)).count == 2)
      #expect(try await stage.desk.signingKeys().map(\.state) == [.active, .awaitingPin])
      let updated = try await stage.restarted(policy: Stage.policy(pinning: [known, next]))
      #expect(try keyID(try await updated.app()) == next)
      #expect(!updated.events.all.contains { $0.kind == .signingKeyWaits })
    }
  }
#endif
