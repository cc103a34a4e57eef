/// What the properties of a cookie are, written together or put in one by one.
struct CookieProperties {
  private static let mostChanges = 64
  private let project: Project

  init(_ project: Project) { self.project = project }

  /// By the name of the key; of two values the later.
  func all(of given: Expression) -> [String: Expression] {
    var known: [String: Expression] = [:]
    for leaf in project.origins(of: given).leaves.reversed() {
      for (key, value) in pairs(in: leaf) { known[key.name] = value }
    }
    for (key, value) in changes(of: given.unwrapped) { known[key.name] = value }
    return known
  }

  private func pairs(in list: Expression) -> [(key: Expression, value: Expression)] {
    let values = list.values
    if list.kind == .dictionary {
      return stride(from: 0, to: values.count - 1, by: 2).map { (key: values[$0], value: values[$0 + 1]) }
    }
    // `[NSDictionary dictionaryWithObjectsAndKeys:value, key, nil]`
    guard list.kind == .call, list.arguments.first?.label == "objectsAndKeys" else { return [] }
    return stride(from: 0, to: values.count - 1, by: 2).map { (key: values[$0 + 1], value: values[$0]) }
  }

  /// `properties[.secure] = true`, `[properties setObject:@YES forKey:NSHTTPCookieSecure]`
  private func changes(of properties: Expression) -> [(key: Expression, value: Expression)] {
    guard properties.kind == .name || properties.kind == .member,
      let variable = project.declarations(of: properties).first
    else { return [] }
    let mentions = properties.unit.mentions([properties.name]).lazy.filter {
      $0.parent?.first == $0 && $0 != properties && project.declarations(of: $0).contains(variable)
    }
    return Array(mentions.prefix(Self.mostChanges)).compactMap { mention -> (key: Expression, value: Expression)? in
      guard let parent = mention.parent, let change = parent.parent, change.first == parent else { return nil }
      if parent.kind == .index, change.kind == .assignment, let key = parent.values.first, let value = change.second {
        return (key: key, value: value)
      }
      guard ["set", "setValue", "updateValue"].contains(change.calledName), let key = change.argument("forKey"),
        let value = change.argument(at: 0)
      else { return nil }
      return (key: key, value: value)
    }
  }
}
