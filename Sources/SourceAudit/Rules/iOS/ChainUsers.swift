/// Who uses what a function or a property reads out of a server's chain, and whether it is validated there.
struct ChainUsers {
  private static let mostUsers = 8
  private static let mostBodies = 24
  private static let mostMentions = 200
  private static let levels = 3

  let project: Project

  /// The function around a place, or the outermost closure where there is none.
  func body(of place: Expression) -> Declaration? {
    place.owner.enclosingFunction ?? ([place.owner] + place.owner.enclosing).last { $0.kind == .closure }
  }

  /// Each user of a body, with those of its own and what they call.
  func groups(of body: Declaration) -> [(user: Declaration, bodies: [Declaration])] {
    users(of: body).map { user in
      var found = [user]
      var level = [user]
      for _ in 1..<Self.levels {
        var next: [Declaration] = []
        for outer in level.flatMap({ users(of: $0) }) where outer != body && !found.contains(outer) {
          found.append(outer)
          next.append(outer)
        }
        level = next
      }
      return (user, found.prefix(Self.mostBodies).flatMap { project.reachable(from: $0, levels: 1) })
    }
  }

  /// Whether a body validates a chain and reads the verdict, or all that use what it gives do.
  func isValidated(_ body: Declaration, level: Int = 1) -> Bool {
    if ServerTrustLook.isLookedAt(in: project.reachable(from: body, levels: 1), project) { return true }
    guard level < Self.levels else { return false }
    let outer = users(of: body)
    return !outer.isEmpty && outer.allSatisfy { isValidated($0, level: level + 1) }
  }

  private func users(of body: Declaration) -> [Declaration] {
    var found: [Declaration] = []
    for user in places(of: body).compactMap({ self.body(of: $0) }) where user != body && !found.contains(user) {
      found.append(user)
    }
    return found
  }

  private func places(of body: Declaration) -> [Expression] {
    switch body.kind {
    case .accessor:
      guard let property = body.parent, property.kind == .property else { return [] }
      let units = project.units(holding: [property.name]).filter { $0.role == .app || body.unit.role != .app }
      let mentions = units.flatMap { $0.mentions([property.name]) }.prefix(Self.mostMentions)
      return Array(mentions.filter { project.declarations(of: $0).contains(property) }.prefix(Self.mostUsers))
    case .closure: return Array(project.calls(ofClosure: body).prefix(Self.mostUsers))
    default: return Array(project.callers(of: body).prefix(Self.mostUsers))
    }
  }
}
