import AppIntegrity
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite struct AppAttestClientTests {
  private static let now: Int64 = 1_800_000_000
  private let service = InsecureAppAttest()
  private let store = InMemoryCheckKeeping()

  private func client() -> AppAttestClient {
    AppAttestClient(service, keeper: store, random: SeededGenerator(seed: 3))
  }

  /// One report from the claim to the server's answer; nil for a lost answer.
  @discardableResult
  private func report(
    _ client: AppAttestClient, _ compact: String, isAccepted: Bool? = true, at now: Int64 = now
  ) async -> (claim: AttestationClaim?, evidence: AttestationEvidence?) {
    let claim = await client.claim(for: "sub:ada", at: now)
    guard claim?.kind != nil else { return (claim, nil) }
    let evidence = await client.evidence(over: compact, at: now)
    if evidence != nil, let isAccepted { await client.heard(isAccepted: isAccepted, of: compact, at: now) }
    return (claim, evidence)
  }

  private var keys: Int { service.calls.count { if case .generateKey = $0 { true } else { false } } }

  @Test("The first report carries an attestation over its own bytes, the later ones assertions by the same key")
  func life() async {
    let client = client()
    let first = await report(client, "r1")
    #expect(first.claim == .appAttest && first.evidence?.kind == .appAttest)
    let second = await report(client, "r2")
    #expect(second.claim == .appAttestAssertion && second.evidence?.kind == .appAttestAssertion)
    guard case .generateKey(let key) = service.calls.first else { return #expect(Bool(false)) }
    #expect(
      service.calls.dropFirst() == [
        .attest(keyID: key, clientDataHash: ReportParcel.clientDataHash("r1")),
        .assertion(keyID: key, clientDataHash: ReportParcel.clientDataHash("r2")),
      ])
  }

  @Test("The key's name lies in the store before the key is attested, and nothing is attested that could not be stored")
  func storedFirst() async {
    let client = client()
    store.fault = .unwritable
    #expect(await client.claim(for: nil, at: Self.now) == nil)
    #expect(await client.claim(for: nil, at: Self.now) == nil)
    #expect(await client.evidence(over: "r", at: Self.now) == nil)
    store.fault = .none
    #expect(await client.claim(for: nil, at: Self.now) == .appAttest)
    #expect(keys == 1)
    let bytes = String(decoding: store.bytes ?? [], as: UTF8.self)
    #expect(bytes.contains("made-key"))
  }

  @Test("A crash after any save of a whole life goes on from there, with one attested key unless it was invalid")
  func crashes() async {
    let alive = client()
    for number in 0..<3 { await report(alive, "r\(number)") }
    for saved in store.saves {
      let (service, store) = (InsecureAppAttest(), InMemoryCheckKeeping(saved))
      let state = try? AppAttestState(reading: saved)
      // A service that knows the key as the crash left it.
      let next = AppAttestClient(service, keeper: store)
      for number in 0..<3 { await report(next, "n\(number)", at: Self.now + Int64(number) * 7 * 3600) }
      let last = await next.state
      guard case .accepted = last?.stage else {
        Issue.record("stuck in \(String(describing: last?.stage)) from \(String(describing: state?.stage))")
        continue
      }
      #expect(service.calls.count { if case .generateKey = $0 { true } else { false } } == 1)
    }
  }

  @Test("After a lost answer the key never signs; it is attested again, and its successor goes on")
  func lostAnswer() async {
    await report(client(), "r1", isAccepted: nil)
    let next = client()
    // The service attests a key once: `invalidKey`, then a new key at the next try.
    let second = await report(next, "r2")
    #expect(second.claim == .appAttest && second.evidence == nil)
    let third = await report(next, "r3")
    #expect(third.claim == .appAttest && third.evidence != nil && keys == 2)
    #expect(await report(next, "r4").claim == .appAttestAssertion)
  }

  @Test("The answer to an older report is heard after newer ones were made, and each only once")
  func olderAnswer() async {
    let client = client()
    await report(client, "r1")
    for number in 2...4 { await report(client, "r\(number)", isAccepted: nil) }
    await client.heard(isAccepted: false, of: "r2", at: Self.now)
    let state = await client.state
    guard case .made = state?.stage else { return #expect(Bool(false), "refused evidence still signs") }
    await client.heard(isAccepted: true, of: "r2", at: Self.now)
    #expect(await client.state == state)
    await client.heard(isAccepted: true, of: "r4", at: Self.now)
    guard case .accepted = await client.state?.stage else { return #expect(Bool(false), "an answer was not heard") }
  }

  @Test("However many answers to enrolment are dropped, the key that follows is made the same day")
  func droppedEnrolments() async {
    let client = client()
    for hour in 0..<12 { await report(client, "r\(hour)", isAccepted: nil, at: Self.now + Int64(hour) * 3600) }
    #expect(keys > AppAttestMachine.keysPerDay)
    var accepted = false
    for hour in 12..<23 where !accepted {
      let done = await report(client, "r\(hour)", at: Self.now + Int64(hour) * 3600)
      accepted = done.evidence != nil
    }
    #expect(accepted)
  }

  @Test("While Apple does not answer the same key waits, and the report says nothing about evidence")
  func unavailable() async {
    let client = client()
    service.fail(with: [])
    _ = await client.claim(for: nil, at: Self.now)
    service.fail(with: [.serverUnavailable])
    #expect(await client.evidence(over: "r1", at: Self.now) == nil)
    #expect(await client.claim(for: nil, at: Self.now + 1) == nil)
    let later = await report(client, "r2", at: Self.now + 60)
    #expect(later.claim == .appAttest && later.evidence != nil && keys == 1)
  }

  @Test("A device without App Attest says unsupported and is asked nothing")
  func unsupported() async {
    service.isSupported = false
    #expect(await client().claim(for: nil, at: Self.now) == .unsupported)
    #expect(service.calls.isEmpty && store.saves.isEmpty)
  }

  @Test("A key that a restored device lost is replaced")
  func lostKeys() async {
    let client = client()
    await report(client, "r1")
    service.loseKeys()
    #expect(await report(client, "r2").evidence == nil)
    #expect(await report(client, "r3").claim == .appAttest)
    #expect(keys == 2)
  }

  @Test("A store that cannot be read makes no key; a damaged one begins anew")
  func stores() async {
    store.fault = .unreadable
    #expect(await client().claim(for: nil, at: Self.now) == nil && keys == 0)
    store.fault = .damaged
    #expect(await client().claim(for: nil, at: Self.now) == .appAttest && keys == 1)
  }

  @Test("Fifty callers at once make one key")
  func together() async {
    let client = client()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = await client.claim(for: "sub:ada", at: Self.now) } }
    }
    #expect(keys == 1)
  }

  @Test("Evidence that nobody claimed is not made, and one claim makes one evidence")
  func order() async {
    let client = client()
    #expect(await client.evidence(over: "r", at: Self.now) == nil)
    _ = await client.claim(for: nil, at: Self.now)
    #expect(await client.evidence(over: "r", at: Self.now) != nil)
    #expect(await client.evidence(over: "r", at: Self.now) == nil)
  }
}
