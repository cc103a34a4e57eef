import SecurityPolicy

/// What ``TrustEvaluation`` found out about one presented chain.
public struct TrustDecision: Sendable, Hashable {
  /// `holds` only with a validated path and, unless the policy says otherwise, a pinned key in it; `undetermined` when
  /// there were no anchors.
  public let verdict: Verdict
  /// Why not; nil when the verdict holds.
  public let refusal: TrustRefusal?
  /// What somebody should know although the verdict holds. With ``TrustNote/reportOnlyMismatch`` the pins did not match.
  public let notes: Set<TrustNote>
  /// The proof; nil unless the verdict holds.
  public let proof: ValidatedServerChain?
  /// The keys of the validated path, leaf first, also when none of them is pinned; empty without a valid path.
  public let pinsSeen: [ServerPin]

  /// Whether the path is valid and a pin matched it: a key of it, or a whole certificate. It fails also where no pin
  /// counted, because there is none or they have ended.
  public var pinMatch: Verdict {
    guard proof != nil else { return .fails("the server was refused") }
    let unmatched: Set<TrustNote> = [.reportOnlyMismatch, .pinsExpired, .unpinned]
    return notes.isDisjoint(with: unmatched) ? .holds : .fails("no pin matched the server's path")
  }

  /// Whether the path, valid as it is, holds no pinned key or rests on a withdrawn one.
  var isPinMismatch: Bool { refusal == .noPinnedKey || notes.contains(.reportOnlyMismatch) }

  /// The refusal in the form that a request fails with; nil when the verdict holds.
  public var error: NetworkError? { refusal.map(NetworkError.init(refusal:)) }

  /// DER, leaf first; empty unless the verdict holds.
  public var validatedChain: [[UInt8]] { proof?.certificates ?? [] }

  init(_ proof: ValidatedServerChain, notes: Set<TrustNote>) {
    verdict = .holds
    refusal = nil
    self.notes = notes
    self.proof = proof
    pinsSeen = proof.pins
  }

  /// A refusal, also for adapters whose platform refused first.
  public init(refused refusal: TrustRefusal, pinsSeen: [ServerPin] = []) {
    let reason = Verdict.Reason(refusal.description)
    verdict = refusal == .anchorsUnavailable ? .undetermined(reason) : .fails(reason)
    self.refusal = refusal
    notes = []
    proof = nil
    self.pinsSeen = pinsSeen
  }

  /// The same decision with one more note; a refusal has none.
  func adding(_ note: TrustNote) -> TrustDecision {
    guard let proof else { return self }
    return TrustDecision(proof, notes: notes.union([note]))
  }
}

extension NetworkError {
  /// How a request fails that was refused so.
  public init(refusal: TrustRefusal) {
    self =
      switch refusal {
      case .unreadable: .malformedCertificate
      case .wrongName: .hostMismatch
      case .notYetValid: .notYetValid
      case .expired: .expired
      case .noPinnedKey: .pinMismatch
      case .anchorsUnavailable: .anchorsUnavailable(errno: 0)
      default: .untrusted(refusal)
      }
  }
}
