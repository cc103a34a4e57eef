/// What follows for a session from what was found on its device, by the policy.
public enum SessionDecision: String, Sendable, Hashable, CaseIterable {
  case goOn
  /// The person has to prove to be there once more.
  case stepUp
  /// Closed until a later decision is better.
  case lock
  /// The session ends; erasing the person's data is the next step of whoever wires it.
  case wipe
}
