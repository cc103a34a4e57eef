/// Dictionaries whose entries are written one by one.
extension SecretsInUserDefaults {
  /// The key of an entry that is a secret, of those that a dictionary is made with or gets later.
  func secretKey(in values: Expression, _ project: Project) -> Expression? {
    let origins = project.origins(of: values)
    for leaf in origins.leaves where leaf.kind == .dictionary {
      let entries = leaf.values
      for index in stride(from: 0, to: entries.count - 1, by: 2)
      where project.keepsSecret(entries[index + 1], under: entries[index]) {
        return entries[index]
      }
    }
    return origins.passed.lazy.compactMap { secretKey(addedTo: $0, project) }.first
  }

  /// `all["token"] = token`
  private func secretKey(addedTo use: Expression, _ project: Project) -> Expression? {
    guard use.kind == .name || use.kind == .member else { return nil }
    for holder in project.declarations(of: use)
    where [.local, .property].contains(holder.kind) && !holder.flags.contains(.isConstant) {
      for mention in holder.unit.mentions([holder.name]) {
        guard let target = mention.parent, target.kind == .index, target.first == mention,
          let assignment = target.parent, assignment.kind == .assignment, assignment.calleeID == target.id,
          let key = target.values.first, let value = assignment.second,
          project.declarations(of: mention).contains(holder), project.keepsSecret(value, under: key)
        else { continue }
        return key
      }
    }
    return nil
  }

  /// The dictionary whose keys a closure or a loop goes through: `all.forEach { set($1, forKey: $0) }`.
  func iterated(by key: Expression, _ project: Project) -> Expression? {
    var entry = key.unwrapped
    if entry.kind == .member, entry.name == "key", let whole = entry.first?.unwrapped { entry = whole }
    guard entry.kind == .name else { return nil }
    guard let holder = project.declarations(of: entry).first else {
      guard Project.placeOfArgument(entry.name) != nil else { return nil }
      let closure = ([entry.owner] + entry.owner.enclosing).first { $0.kind == .closure }
      return closure.flatMap { project.subject(ofClosure: $0) }
    }
    if holder.kind == .parameter, let closure = holder.parent, closure.kind == .closure {
      return project.subject(ofClosure: closure)
    }
    return holder.kind == .local && holder.flags.contains(.isPart) ? holder.value : nil
  }

  /// Whether all entries of a dictionary stand in the source.
  func isListed(_ values: Expression, _ project: Project) -> Bool {
    let origins = project.origins(of: values)
    let dictionaries = origins.leaves.filter { $0.kind == .dictionary }
    guard !dictionaries.isEmpty, !origins.isCut else { return false }
    func isEntry(_ part: Expression) -> Bool {
      part.kind == .dictionary || dictionaries.contains { origins.way(to: part).contains($0) }
    }
    return origins.leaves.allSatisfy(isEntry)
      && origins.parameters.allSatisfy { parameter in
        origins.passed.allSatisfy { $0.kind != .name || $0.name != parameter.name || isEntry($0) }
      }
  }
}
