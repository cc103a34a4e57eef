import AttestationVerification
import Foundation
import SecurityPolicy
import UntrustedInput

/// How the verification of one piece of evidence ended.
struct EvidenceOutcome {
  let name: String
  let kind: EvidenceKind
  let now: Date
  let trail: AttestationTrail
  let facts: [(name: String, value: JSONNode)]

  var verdict: Verdict { trail.verdict }

  init(_ evidence: Evidence, kind: EvidenceKind, expected: ExpectedValues, now: Date) throws {
    name = evidence.name
    self.kind = kind
    self.now = now
    do {
      (trail, facts) = try EvidenceDesk(evidence: evidence, expected: expected, now: now).verify(kind)
    } catch let error as AttestationError {
      guard let trail = error.trail else { throw ExitStatus.stop(error, ExitStatus.unreadable) }
      self.trail = trail
      facts = []
    }
  }

  static func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .holds: "accepted"
    case .fails: "refused"
    case .undetermined: "undetermined"
    }
  }

  private static func reason(_ verdict: Verdict) -> String? {
    switch verdict {
    case .holds: nil
    case .fails(let reason), .undetermined(let reason): reason.description
    }
  }

  var node: JSONNode {
    func text(_ text: String?) -> JSONNode { text.map { .string($0) } ?? JSONNode(.null) }
    let steps = trail.steps.map { step -> JSONNode in
      [
        "step": .string(step.step.rawValue), "outcome": .string(Self.word(step.verdict)),
        "reason": text(Self.reason(step.verdict)),
      ]
    }
    return [
      "file": .string(name), "kind": .string(kind.rawValue), "at": .string(now.formatted(.iso8601)),
      "verdict": .string(Self.word(verdict)), "refusedAt": text(trail.refusedAt?.rawValue),
      "reason": text(Self.reason(verdict)), "steps": JSONNode(.array(steps)),
      "facts": JSONNode(.object(facts.map { JSONMember($0.name, $0.value) })),
    ]
  }

  func describe() {
    StandardOutput.print("\(name) (\(kind.rawValue), as of \(now.formatted(.iso8601)))")
    for step in trail.steps {
      let mark = step.verdict == .holds ? "✓" : trail.refusedAt == step.step ? "✗" : "?"
      let reason = Self.reason(step.verdict).map { ": " + $0 } ?? ""
      StandardOutput.print("  \(mark) \(step.step.rawValue)\(reason)")
    }
    for fact in facts {
      let value = fact.value.string ?? JSONWriter().text(fact.value)
      StandardOutput.print("    \(fact.name.padding(toLength: 20, withPad: " ", startingAt: 0))\(value)")
    }
    let place = trail.refusedAt.map { ", refusedAt \($0.rawValue)" } ?? ""
    StandardOutput.print("  \(Self.word(verdict))\(place)")
  }
}
