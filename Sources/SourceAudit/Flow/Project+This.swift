extension Project {
  private static let mostReceivers = 8

  /// What `this` stands for in Kotlin where it is no object of a class: the receiver of a scope function, or what an
  /// extension function is called on.
  func valuesOfThis(in owner: Declaration) -> [Expression] {
    guard owner.unit.language == .kotlin else { return [] }
    if let receiver = implicitReceivers(of: owner).first { return [receiver] }
    guard let function = owner.enclosingFunction, function.parent?.kind == .typeExtension else { return [] }
    return callers(of: function).prefix(Self.mostReceivers).compactMap(\.receiver)
  }
}
