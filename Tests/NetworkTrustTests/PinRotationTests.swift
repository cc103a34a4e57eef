import Crypto
import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

struct PinRotationTests {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let seconds: Int64 = 1_800_000_000

  let key = P256.Signing.PrivateKey()
  let host: ServerHost
  let builtIn: PinPolicy

  init() throws {
    host = try ServerHost("api.example.org")
    builtIn = try Self.policy(host, DevicePublicKey(key.publicKey).thumbprint)
  }

  static func text(_ number: UInt8) -> String { Data(repeating: number, count: 32).base64EncodedString() }
  static func pin(_ number: UInt8) throws -> ServerPin { try ServerPin(base64: text(number)) }

  static func policy(
    _ host: ServerHost, _ updateKey: String?, expires: String? = nil
  ) throws -> PinPolicy {
    var rules = PinningRequirement()
    rules.updateKey = updateKey
    rules.expires = expires.flatMap { PolicyDay($0) }
    return try PinPolicy(hosts: [PinnedHost(host: host, pins: PinSet([pin(1), pin(2)]))], rules: rules)
  }

  func update(
    _ number: Int64, from: Int64 = 0, to: Int64 = 3600, hosts: [PinUpdate.Host]? = nil, pins: [UInt8] = [3, 4]
  ) -> PinUpdate {
    PinUpdate(
      number: number, issuedAt: Self.seconds + from, expiresAt: Self.seconds + to,
      hosts: hosts ?? [.init(host: "api.example.org", pins: pins.map(Self.text))])
  }

  func signed(_ update: PinUpdate, by signer: P256.Signing.PrivateKey? = nil) async throws -> String {
    let signer = signer ?? key
    return try await SignedMessage.compact(
      .pinUpdate, payload: update.bytes, key: DevicePublicKey(signer.publicKey)
    ) { bytes in Array(try signer.signature(for: bytes).rawRepresentation) }
  }

  func refusal(
    _ text: String, policy: PinPolicy? = nil, now: Date = now, after held: Int64 = 0
  ) -> PinUpdateRefusal? {
    do throws(PinUpdateRefusal) {
      _ = try VerifiedPinUpdate(verifying: text, for: policy ?? builtIn, now: now, after: held)
      return nil
    } catch { return error }
  }

  @Test("An update adds its pins while it lives, and takes no built-in one away")
  func applied() async throws {
    let verified = try VerifiedPinUpdate(verifying: try await signed(update(1)), for: builtIn, now: Self.now)
    let policy = builtIn.applying(verified, at: Self.now)
    #expect(policy.expectedPins(for: host, now: Self.now) == Set(try [1, 2, 3, 4].map(Self.pin)))
    let later = Self.now.addingTimeInterval(3600)
    #expect(policy.expectedPins(for: host, now: later) == Set(try [1, 2].map(Self.pin)))
    #expect(builtIn.applying(verified, at: later) == builtIn)
  }

  @Test("After the end of the built-in pins only a live update counts, and without one the pins have expired")
  func afterExpiry() async throws {
    let thumbprint = DevicePublicKey(key.publicKey).thumbprint
    let old = try Self.policy(host, thumbprint, expires: "2027-01-01")
    let verified = try VerifiedPinUpdate(verifying: try await signed(update(1)), for: old, now: Self.now)
    let policy = old.applying(verified, at: Self.now)
    #expect(policy.expectedPins(for: host, now: Self.now) == Set(try [3, 4].map(Self.pin)))
    #expect(old.expectedPins(for: host, now: Self.now).isEmpty)
  }

  @Test("An update replaces the one before it")
  func replaced() async throws {
    let first = try VerifiedPinUpdate(verifying: try await signed(update(1)), for: builtIn, now: Self.now)
    let second = try VerifiedPinUpdate(
      verifying: try await signed(update(2, pins: [5, 6])), for: builtIn, now: Self.now)
    let policy = builtIn.applying(first, at: Self.now).applying(second, at: Self.now)
    #expect(policy.expectedPins(for: host, now: Self.now) == Set(try [1, 2, 5, 6].map(Self.pin)))
  }

  @Test("Each way to be wrong has its name")
  func refusals() async throws {
    let good = try await signed(update(5))
    #expect(refusal(good) == nil)
    #expect(refusal(good, policy: try Self.policy(host, nil)) == .noUpdateKey)
    #expect(refusal(try await signed(update(5), by: .init())) == .foreignKey)
    #expect(refusal(good, now: Self.now.addingTimeInterval(-1)) == .notYetValid)
    #expect(refusal(good, now: Self.now.addingTimeInterval(3600)) == .expired)
    #expect(refusal(good, after: 5) == nil)
    #expect(refusal(good, after: 6) == .rolledBack(held: 6))
    #expect(refusal("") == .unreadable)
    #expect(refusal("a.b.c") == .unreadable)
    let foreign = update(5, hosts: [.init(host: "evil.example", pins: [Self.text(3), Self.text(4)])])
    #expect(refusal(try await signed(foreign)) == .foreignHost)
    let below = update(5, hosts: [.init(host: "a.api.example.org", pins: [Self.text(3), Self.text(4)])])
    #expect(refusal(try await signed(below)) == .foreignHost)
    let same = update(5, hosts: [.init(host: "api.example.org", pins: [Self.text(3), Self.text(3)])])
    #expect(refusal(try await signed(same)) == .unreadable)
    let twice = ["api.example.org", "API.example.org"].map {
      PinUpdate.Host(host: $0, pins: [Self.text(3), Self.text(4)])
    }
    #expect(refusal(try await signed(update(5, hosts: twice))) == .unreadable)
  }

  @Test("No changed byte gets through, and no other kind of message of the same key")
  func forged() async throws {
    let good = try await signed(update(5))
    let bytes = Array(good.utf8)
    for index in stride(from: 0, to: bytes.count, by: 11) {
      var other = bytes
      other[index] = other[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(refusal(String(decoding: other, as: UTF8.self)) != nil)
    }
    let parts = good.split(separator: ".")
    let longer = try await signed(update(6, to: 7200)).split(separator: ".")
    #expect(refusal("\(parts[0]).\(longer[1]).\(parts[2])") == .forged)
    let overlay = try await SignedMessage.compact(
      .overlay, payload: update(5).bytes, key: DevicePublicKey(key.publicKey)
    ) { bytes in Array(try key.signature(for: bytes).rawRepresentation) }
    #expect(refusal(overlay) == .unreadable)
  }

  @Test("The highest number wins over restarts, also when the kept update has ended")
  func monotonic() async throws {
    let store = InMemoryPinUpdateStore()
    let second = try await signed(update(2))
    let rotation = PinRotation(builtIn: builtIn, store: store)
    _ = try await rotation.accept(second, at: Self.now)
    #expect(try await store.load() == second)
    #expect(try await rotation.accept(second, at: Self.now).update != nil)

    let again = PinRotation(builtIn: builtIn, store: store)
    #expect(await again.policy(at: Self.now).expectedPins(for: host, now: Self.now).count == 4)
    await #expect(throws: PinUpdateRefusal.rolledBack(held: 2)) {
      try await again.accept(try await signed(update(1)), at: Self.now)
    }
    await #expect(throws: PinUpdateRefusal.rolledBack(held: 2)) {
      try await again.accept(try await signed(update(2, pins: [7, 8])), at: Self.now)
    }
    let later = Self.now.addingTimeInterval(4000)
    #expect(await again.policy(at: later) == builtIn)
    await #expect(throws: PinUpdateRefusal.rolledBack(held: 2)) {
      try await again.accept(try await signed(update(1, to: 8000)), at: later)
    }
    #expect(try await again.accept(try await signed(update(3, to: 8000)), at: later).update?.update.number == 3)
  }

  @Test("The number of a kept update holds also after the app gave up one of its hosts")
  func droppedHost() async throws {
    let both = try PinPolicy(
      hosts: builtIn.hosts
        + [PinnedHost(host: ServerHost("old.example.org"), pins: PinSet([Self.pin(1), Self.pin(2)]))],
      rules: builtIn.rules)
    let store = InMemoryPinUpdateStore()
    let wide = update(5, hosts: [.init(host: "old.example.org", pins: [Self.text(3), Self.text(4)])])
    _ = try await PinRotation(builtIn: both, store: store).accept(try await signed(wide), at: Self.now)

    let rotation = PinRotation(builtIn: builtIn, store: store)
    #expect(await rotation.policy(at: Self.now) == builtIn)
    for number in [Int64(4), 5] {
      await #expect(throws: PinUpdateRefusal.rolledBack(held: 5)) {
        try await rotation.accept(try await signed(update(number)), at: Self.now)
      }
    }
    #expect(try await rotation.accept(try await signed(update(6)), at: Self.now).update?.update.number == 6)
  }

  @Test("Of updates at the same time the newest one is kept")
  func concurrent() async throws {
    let store = InMemoryPinUpdateStore()
    let rotation = PinRotation(builtIn: builtIn, store: store)
    var texts: [String] = []
    for number in 1...8 { texts.append(try await signed(update(Int64(number)))) }
    await withTaskGroup(of: Void.self) { group in
      for text in texts.reversed() + texts { group.addTask { _ = try? await rotation.accept(text, at: Self.now) } }
    }
    #expect(try await store.load() == texts[7])
  }

  @Test("What another process kept is not rolled back by one that loaded before")
  func shared() async throws {
    let store = InMemoryPinUpdateStore()
    let (app, other) = (PinRotation(builtIn: builtIn, store: store), PinRotation(builtIn: builtIn, store: store))
    let (fifth, seventh) = (try await signed(update(5)), try await signed(update(7)))
    for rotation in [app, other] { _ = try await rotation.accept(fifth, at: Self.now) }
    _ = try await app.accept(seventh, at: Self.now)
    await #expect(throws: PinUpdateRefusal.rolledBack(held: 7)) {
      try await other.accept(try await signed(update(6)), at: Self.now)
    }
    #expect(try await store.load() == seventh)
    #expect(await other.policy(at: Self.now) == app.policy(at: Self.now))
  }

  @Test("An update that no device could keep is refused by its length")
  func tooLarge() async throws {
    let pins = (0..<16).map { Self.text($0) }
    let hosts = (0..<33).map { number in
      PinUpdate.Host(
        host: "host-\(number)-with-a-name-of-some-length.example.org", pins: pins,
        withdrawn: (16..<32).map { Self.text($0) })
    }
    let text = try await signed(update(1, hosts: hosts))
    #expect(refusal(text) == .tooLarge(limit: 65_536))
  }

  @Test("What the store holds is verified again: a forged or foreign update in it counts for nothing")
  func keptIsVerified() async throws {
    for text in ["junk", try await signed(update(9), by: .init())] {
      let rotation = PinRotation(builtIn: builtIn, store: InMemoryPinUpdateStore(text))
      #expect(await rotation.policy(at: Self.now) == builtIn)
      #expect(try await rotation.accept(try await signed(update(1)), at: Self.now).update != nil)
    }
  }

  @Test("A store that cannot be read or written refuses updates and leaves the built-in pins")
  func brokenStore() async throws {
    let store = InMemoryPinUpdateStore()
    store.fail(with: .closed)
    let rotation = PinRotation(builtIn: builtIn, store: store)
    let text = try await signed(update(1))
    #expect(await rotation.policy(at: Self.now) == builtIn)
    await #expect(throws: PinUpdateRefusal.storeUnavailable) { try await rotation.accept(text, at: Self.now) }
    store.fail(with: nil)
    #expect(try await rotation.accept(text, at: Self.now).update != nil)
    store.fail(with: .closed)
    let next = try await signed(update(2))
    await #expect(throws: PinUpdateRefusal.storeUnavailable) { try await rotation.accept(next, at: Self.now) }
    #expect(await rotation.policy(at: Self.now).update?.update.number == 1)
  }
}
