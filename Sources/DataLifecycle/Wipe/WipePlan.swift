public import SecurityPolicy

/// Everything that a wipe erases, complete by construction: each ``UserDataKind`` has a target or a declared absence.
///
/// It protects against the forgotten place. It cannot know whether a target is the only place of its kind, nor whether
/// a declared absence is true.
public struct WipePlan: Sendable {
  public let targets: [any WipeTarget]
  /// The kinds that the app says it does not have, each with the reason.
  public let absent: [UserDataKind: Verdict.Reason]

  /// - Parameter absent: kinds without a target, with one of your own sentences why there is nothing to erase.
  /// - Throws: ``LifecycleError/unregistered(_:)`` with the kinds that have neither; ``LifecycleError/contradicting(_:)``
  ///   with those that have both; ``LifecycleError/duplicateTarget(_:)``.
  public init(
    targets: [any WipeTarget], absent: [UserDataKind: Verdict.Reason]
  ) throws(LifecycleError) {
    var names: Set<WipeTargetName> = []
    for target in targets {
      guard names.insert(target.name).inserted else { throw .duplicateTarget(target.name) }
    }
    let kinds = Set(targets.map(\.kind))
    let missing = UserDataKind.allCases.filter { !kinds.contains($0) && absent[$0]?.description.isEmpty != false }
    guard missing.isEmpty else { throw .unregistered(missing) }  // O.Data_17#80
    let both = UserDataKind.allCases.filter { kinds.contains($0) && absent[$0] != nil }
    guard both.isEmpty else { throw .contradicting(both) }
    self.targets = targets
    self.absent = absent
  }
}
