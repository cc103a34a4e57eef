/// How sure a finding is: `high` when the code says it, `medium` when a name does, `low` when it takes a guess.
public enum FindingConfidence: String, Sendable, Hashable, CaseIterable { case low, medium, high }
