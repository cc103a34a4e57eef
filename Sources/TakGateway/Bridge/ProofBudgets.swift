import PeerMesh

/// What judging proofs may cost: each judgement is one signature check per certificate and one more. A neighbour of the mesh
/// may ask for so many, whoever's they are, and a proof that was refused is refused for a while without another look.
struct ProofBudgets: Sendable {
  private struct Refusal {
    let uid: String
    let proof: OnboardingProof
    let until: MeshTime
  }

  static let maximumLinks = 256
  static let maximumRefusals = 1024
  /// Milliseconds for which a refused proof stays refused.
  static let memory: MeshTime = 60_000
  private let rate: Rate
  private var links: [LinkID: EventBudget] = [:]
  private var refusals: [MeshDeviceKey: Refusal] = [:]

  init(_ rate: Rate) { self.rate = rate }

  /// Takes one judgement.
  ///
  /// - Throws: ``BridgeKeep/notOnboarded``, ``BridgeKeep/overBudget``
  mutating func take(for peer: KnownPeer, from link: LinkID, now: MeshTime) throws(BridgeKeep) {
    guard let proof = peer.proof else { throw .notOnboarded }
    // A clock that went back keeps nobody out for longer.
    if let former = refusals[peer.device], former.uid == peer.uid, former.proof == proof, now < former.until,
      former.until - now <= Self.memory
    {
      throw .notOnboarded
    }
    if links[link] == nil, links.count >= Self.maximumLinks {
      links = links.filter { !$0.value.isFull(of: rate, now: now) }
      guard links.count < Self.maximumLinks else { throw .overBudget }
    }
    var budget = links[link] ?? EventBudget(rate, now: now)
    defer { links[link] = budget }
    guard budget.take(of: rate, now: now) else { throw .overBudget }
  }

  /// Remembers that the proof did not hold; as many as there is room for.
  mutating func note(refused peer: KnownPeer, now: MeshTime) {
    guard let proof = peer.proof else { return }
    if refusals.count >= Self.maximumRefusals, refusals[peer.device] == nil {
      refusals = refusals.filter { now < $0.value.until }
      guard refusals.count < Self.maximumRefusals else { return }
    }
    refusals[peer.device] = Refusal(uid: peer.uid, proof: proof, until: now + Self.memory)
  }
}
