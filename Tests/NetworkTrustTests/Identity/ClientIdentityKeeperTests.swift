import Foundation
import NetworkTrust
import Redaction
import Synchronization
import Testing
import X509

@Suite("A client identity over its life")
struct ClientIdentityKeeperTests {
  private let now = ClientAuthority.start + 60
  private let authority = ClientAuthority()

  private func subject() throws -> CertificateSubject {
    try CertificateSubject([.organization("Field"), .commonName("client")])
  }

  private func keeper(_ memory: MemoryIdentity, inHardware: Bool) -> ClientIdentityKeeper {
    ClientIdentityKeeper(store: memory, keys: inHardware ? memory : nil)
  }

  @Test(
    "A request, its certificate, and a renewal: the old identity serves until the new one is stored",
    arguments: [false, true])
  func life(inHardware: Bool) async throws {
    let memory = MemoryIdentity()
    let keeper = keeper(memory, inHardware: inHardware)
    #expect(try await keeper.identity() == nil)
    #expect(try await keeper.renewal(at: now) == nil)
    let first = try await keeper.request(subject())
    let chain = try authority.issue(first.der)
    #expect(try await keeper.accept(chain, now: now).certificates == chain)
    #expect(try await keeper.renewal(at: now) == .notDue(until: ClientAuthority.start + 60 * 86_400))
    #expect(try await keeper.renewal(at: now + 61 * 86_400) == .due)
    #expect(try await keeper.renewal(at: now + 91 * 86_400) == .expired)

    let second = try await keeper.request(subject())
    #expect(try await keeper.identity()?.certificates == chain)
    let renewed = try authority.issue(second.der, .init(from: ClientAuthority.start + 60))
    let identity = try await keeper.accept(renewed, now: now)
    #expect(try await keeper.identity() == identity)
    #expect(identity.certificates[0] != chain[0])
    #expect(try await self.keeper(memory, inHardware: inHardware).identity() == identity)
    #expect(memory.state.withLock { $0.keys.count } == (inHardware ? 1 : 0))
    // The key signs for the certificate that is shown.
    let message = Array("hello".utf8)
    #expect(try await !identity.key.signature(over: message, using: .ecdsaSHA256).isEmpty)
    await #expect(throws: IdentityError.noRequest) { try await keeper.accept(renewed, now: now) }
  }

  @Test("A lost answer still fits: asking again asks for the same key")
  func again() async throws {
    let keeper = keeper(MemoryIdentity(), inHardware: false)
    let first = try await keeper.request(subject())
    _ = try await keeper.request(subject())
    try await keeper.accept(try authority.issue(first.der), now: now)
  }

  @Test(
    "A crash at any step leaves the old identity or the new one, and the renewal can go on", arguments: [false, true])
  func crashes(inHardware: Bool) async throws {
    for steps in 0..<6 {
      let memory = MemoryIdentity()
      let before = keeper(memory, inHardware: inHardware)
      let old = try authority.issue(try await before.request(subject()).der)
      try await before.accept(old, now: now)
      memory.state.withLock { $0.stepsLeft = steps }
      var answer: [[UInt8]]?
      if let request = try? await before.request(subject()) {
        let chain = try authority.issue(request.der)
        answer = chain
        _ = try? await before.accept(chain, now: now)
      }
      memory.state.withLock { $0.stepsLeft = .max }
      let after = keeper(memory, inHardware: inHardware)
      let identity = try #require(try await after.identity())
      #expect(identity.certificates == old || identity.certificates == answer)
      #expect(try await !identity.key.signature(over: [1], using: .ecdsaSHA256).isEmpty)
      let next = try authority.issue(try await after.request(subject()).der)
      #expect(try await after.accept(next, now: now).certificates == next)
      #expect(memory.state.withLock { $0.keys.count } == (inHardware ? 1 : 0))
    }
  }

  @Test("A certificate that does not serve is refused by name, and nothing has changed")
  func refusals() async throws {
    let memory = MemoryIdentity()
    let keeper = keeper(memory, inHardware: false)
    let request = try await keeper.request(subject()).der
    let other = try await self.keeper(MemoryIdentity(), inHardware: false).request(subject()).der
    let good = try authority.issue(request)
    let kept = memory.state.withLock { $0.value }
    let cases: [(IdentityError, [[UInt8]], Date)] = [
      (.keyMismatch, try authority.issue(other), now),
      (.notForClients, try authority.issue(request, .init(usages: [.serverAuth])), now),
      (.notForClients, try authority.issue(request, .init(usages: [])), now),
      (.isAuthority, try authority.issue(request, .init(isAuthority: true)), now),
      (.expired, good, now + 91 * 86_400), (.notYetValid, good, now - 3600),
      (.brokenChain, [good[0], try ClientAuthority().certificate()], now),
      (.brokenChain, [good[0], good[0]], now), (.noCertificate, [], now), (.malformedCertificate, [[0x30, 0]], now),
      (.tooManyCertificates(limit: 8), Array(repeating: good[1], count: 9), now),
    ]
    for (error, chain, date) in cases {
      await #expect(throws: error) { try await keeper.accept(chain, now: date) }
      #expect(memory.state.withLock { $0.value } == kept)
    }
    try await keeper.accept(good, now: now)
  }

  @Test("A locked store is an error and never an absence; a damaged one is said to be so, and can be removed")
  func store() async throws {
    let memory = MemoryIdentity()
    let keeper = keeper(memory, inHardware: false)
    try await keeper.accept(try authority.issue(try await keeper.request(subject()).der), now: now)
    memory.state.withLock { $0.isLocked = true }
    await #expect(throws: IdentityError.locked) { try await keeper.identity() }
    memory.state.withLock { $0.isLocked = false }
    let value = try #require(memory.state.withLock { $0.value })
    for count in 0..<value.count {
      memory.state.withLock { $0.value = Array(value.prefix(count)) }
      await #expect(throws: IdentityError.self) { try await keeper.identity() }
    }
    memory.state.withLock { $0.value = value + [0] }
    await #expect(throws: IdentityError.storeDamaged) { try await keeper.identity() }
    memory.state.withLock { $0.value = [2] + value.dropFirst() }
    await #expect(throws: IdentityError.unsupported(.version)) { try await keeper.identity() }
    try await keeper.remove()
    #expect(try await keeper.identity() == nil)
  }

  @Test("A key that hardware lost is said to be gone, and a new request makes a new one")
  func lost() async throws {
    let memory = MemoryIdentity()
    let keeper = keeper(memory, inHardware: true)
    try await keeper.accept(try authority.issue(try await keeper.request(subject()).der), now: now)
    _ = try await keeper.request(subject())
    memory.state.withLock { $0.keys = [:] }
    await #expect(throws: IdentityError.keyGone) { try await keeper.identity() }
    try await keeper.accept(try authority.issue(try await keeper.request(subject()).der), now: now)
    #expect(try await keeper.identity() != nil)
    try await keeper.remove()
    #expect(memory.state.withLock { $0.keys.isEmpty && $0.value == nil })
  }

  @Test("A renewal between the look at the certificate and the look at its key takes nobody's identity away")
  func renewedMeanwhile() async throws {
    let memory = MemoryIdentity()
    let keeper = keeper(memory, inHardware: true)
    try await keeper.accept(try authority.issue(try await keeper.request(subject()).der), now: now)
    let chain = try authority.issue(try await keeper.request(subject()).der, .init(from: ClientAuthority.start + 60))
    let now = now
    memory.state.withLock { $0.before = { _ = try? await keeper.accept(chain, now: now) } }
    #expect(try await keeper.identity()?.certificates == chain)
  }

  @Test("Requests at the same time ask for one key")
  func together() async throws {
    let memory = MemoryIdentity()
    let keeper = keeper(memory, inHardware: true)
    let subject = try subject()
    async let one = keeper.request(subject)
    async let two = keeper.request(subject)
    let requests = try await (one.der, two.der)
    try await keeper.accept(try authority.issue(requests.0), now: now)
    let publicKey = try await keeper.identity()?.key.publicKey
    #expect(try authority.issue(requests.1)[0].contains(try #require(publicKey)))
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool { indices.contains { self[$0...].starts(with: part) } }
}
