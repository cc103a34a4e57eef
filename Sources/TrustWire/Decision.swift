import SecurityPolicy
import UntrustedInput

/// What the server decided about a device, and on what.
///
/// Several reasons can refuse a device; the first one is the primary one, in the order of ``DecisionCode``. A reason
/// that rests on what the device claims can be avoided by a device that lies; one that is attested cannot.
public struct Decision: Sendable, Hashable {
  /// What a reason or a fact rests on.
  public enum Basis: String, Sendable, Hashable, CaseIterable {
    /// Hardware or the platform's maker proved it.
    case attested
    /// The device says so.
    case claimed
  }

  /// How far the device is believed; nil when it is refused.
  public let tier: TrustTier?
  /// Why it is refused, the primary reason first; empty when it is admitted.
  public let reasons: [DecisionReason]
  /// What the policy only watches (``DeviceRules/observeOnly``): these refuse nobody.
  public let observed: [DecisionReason]
  /// What each judged fact rests on.
  public let basis: [DecisionFact: Basis]

  /// - Parameter tier: of an admitted device; a device with reasons has none whatever is given.
  public init(
    tier: TrustTier, reasons: [DecisionReason], observed: [DecisionReason] = [], basis: [DecisionFact: Basis] = [:]
  ) {
    let sorted = reasons.enumerated().sorted { ($0.element.code, $0.offset) < ($1.element.code, $1.offset) }
    self.reasons = sorted.map(\.element)
    self.tier = reasons.isEmpty ? tier : nil
    self.observed = observed
    self.basis = basis
  }

  /// The decision on a report in a version that this server does not know.
  public static let versionUnknown = Decision(
    tier: .unattested,
    reasons: [DecisionReason(.unknown, .protocolVersion, .claimed, "this message version is not known here")])

  /// The reason that is told when only one can be.
  public var primary: DecisionReason? { reasons.first }

  /// Each code that refuses, once, the primary one first.
  public var codes: [DecisionCode] {
    reasons.map(\.code).reduce(into: []) { codes, code in
      if !codes.contains(code) { codes.append(code) }
    }
  }

  /// Admitted holds; refused fails; `unknown` as the primary code is a question left open.
  public var verdict: Verdict {
    guard let primary else { return .holds }
    let reason = Verdict.Reason(primary.explanation)
    return primary.code == .unknown ? .undetermined(reason) : .fails(reason)
  }

  /// As it is printed and kept.
  public var node: JSONNode {
    let facts = DecisionFact.allCases.compactMap { fact in
      basis[fact].map { JSONMember(fact.rawValue, .string($0.rawValue)) }
    }
    return [
      "admitted": JSONNode(.bool(tier != nil)), "tier": tier.map { .string($0.rawValue) } ?? JSONNode(.null),
      "primary": primary.map { .string($0.code.rawValue) } ?? JSONNode(.null),
      "codes": .strings(codes.map(\.rawValue)), "reasons": JSONNode(.array(reasons.map(\.node))),
      "observed": JSONNode(.array(observed.map(\.node))), "basis": JSONNode(.object(facts)),
    ]
  }
}
