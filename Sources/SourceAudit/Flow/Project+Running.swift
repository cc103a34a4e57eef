/// Places that call, name or read something.
struct Uses: Sendable {
  let places: [Expression]
  /// There may be more, which were not looked at.
  let isCut: Bool
}

/// What of a project runs: what the system calls by itself, and what any of that uses.
///
/// Follows calls, references and mentions through files. Where no app begins in the project it is a part of one, and what
/// is not private may be used by what is not there. Does not tell whether a condition on the way ever holds.
extension Project {
  /// Beyond so many bodies on one way everything counts as run.
  private static let mostBodies = 64
  /// Beyond so many mentions of a name nothing is known of the others.
  private static let mostMentions = 400
  /// Attributes and annotations of what others call.
  private static let calledByOthers: Set<String> = [
    "objc", "IBAction", "IBSegueAction", "main", "UIApplicationMain", "_cdecl", "Test", "JavascriptInterface",
    "Provides", "Binds", "Inject", "Subscribe", "OnLifecycleEvent", "Keep", "ReactMethod", "EventListener",
  ]
  private static let entryNames: Set<String> = ["main", "deinit", "perform", "makeCoordinator", "body", "subscript"]
  /// What types inherit from without being called for it.
  private static let quietTypes: Set<String> = [
    "NSObject", "Sendable", "Codable", "Decodable", "Encodable", "Equatable", "Hashable", "Comparable", "Identifiable",
    "ObservableObject", "Error", "LocalizedError", "CaseIterable", "CustomStringConvertible", "RawRepresentable",
    "OptionSet", "AnyObject", "Any", "String", "Int", "Object", "Serializable", "Parcelable", "Actor",
  ]

  /// The function, accessor, property or type that a place stands in; nil for code at the top of a file.
  func body(around place: Expression) -> Declaration? {
    ([place.owner] + place.owner.enclosing).first { declaration in
      switch declaration.kind {
      case .function, .initializer, .accessor, .property, .type, .typeExtension: true
      default: false
      }
    }
  }

  func isRun(_ place: Expression) -> Bool {
    var seen: Set<Declaration> = []
    return isRun(body(around: place), &seen)
  }

  func isRun(_ body: Declaration) -> Bool {
    var seen: Set<Declaration> = []
    return isRun(body, &seen)
  }

  private func isRun(_ body: Declaration?, _ seen: inout Set<Declaration>) -> Bool {
    guard var used = body, used.kind != .file else { return true }
    // What an accessor does is done where its property is read or set.
    while used.kind == .accessor || used.kind == .local || used.kind == .closure {
      guard let around = used.parent, around.kind != .file else { return true }
      used = around
    }
    guard seen.insert(used).inserted else { return false }
    if seen.count > Self.mostBodies || isEntered(used) { return true }
    let uses = knownUses(of: used)
    for use in uses.places {
      let around = self.body(around: use)
      if isRun(around, &seen) { return true }
    }
    return uses.isCut
  }

  // MARK: what the system calls

  /// Whether somebody outside of the project's code may call a body or read a property.
  private func isEntered(_ body: Declaration) -> Bool {
    let isPrivate = ([body] + body.enclosing).contains { $0.flags.contains(.isPrivate) }
    if !isPrivate, !beginsApp(onApple: body.unit.isOfApple) || isOfLibrary(body) { return true }
    if body.flags.contains(.isOverride) || body.attributes.contains(where: { Self.calledByOthers.contains($0.name) }) {
      return true
    }
    switch body.kind {
    case .initializer: return !body.unit.isOfApple || body.enclosingType.map(isMadeByOthers) ?? true
    case .type, .typeExtension: return body.name.isEmpty || isMadeByOthers(body)
    default: return Self.entryNames.contains(body.name) || isAnswer(body)
    }
  }

  /// What a Swift package gives to who uses it.
  private func isOfLibrary(_ body: Declaration) -> Bool {
    guard body.unit.language == .swift, let around = body.parent else { return false }
    let isPublic =
      body.flags.contains(.isPublic) || around.kind == .typeExtension && around.flags.contains(.isPublic)
    return isPublic && isInPackage(body.unit.path)
  }

  private func isMadeByOthers(_ type: Declaration) -> Bool {
    type.attributes.contains { Self.calledByOthers.contains($0.name) } || inheritsForeign(type)
  }

  /// Whether a type inherits from something of the outside that calls what inherits from it.
  private func inheritsForeign(_ type: Declaration) -> Bool {
    lineage(of: type).contains { name in
      name != type.name && !Self.quietTypes.contains(name)
        && !typeDeclarations(name).contains { $0.kind == .type }
    }
  }

  /// Whether a function may answer to a protocol of the outside: `application(_:open:)`, `onCreate(state)`.
  private func isAnswer(_ function: Declaration) -> Bool {
    guard function.kind == .function, let type = function.enclosingType, inheritsForeign(type) else { return false }
    switch function.unit.language {
    // Its methods do not tell what they replace.
    case .objectiveC: return true
    case .swift: return function.parameters.first?.keyword.isEmpty ?? false
    case .kotlin, .java:
      return function.name.hasPrefix("on") && function.name.dropFirst(2).first?.isUppercase ?? false
    }
  }

  // MARK: what the project's code uses

  /// The places that call, name or read something, outside of itself; of a name that is mentioned very often the first.
  func uses(of used: Declaration) -> [Expression] { knownUses(of: used).places }

  private func knownUses(of used: Declaration) -> Uses { knownUses.answer(used) { findUses(of: used) } }

  private func findUses(of used: Declaration) -> Uses {
    let names = spellings(of: used)
    let calls = used.kind == .function || used.kind == .initializer ? callers(of: used) : []
    let files = units(holding: names).filter { $0.role == .app || used.unit.role != .app }
    var mentions: [Expression] = []
    // The own file first: not all may be looked at.
    for file in files.filter({ $0 === used.unit }) + files.filter({ $0 !== used.unit }) {
      guard mentions.count <= Self.mostMentions else { break }
      mentions += file.mentions(names).prefix(Self.mostMentions + 1)
    }
    let named = mentions.prefix(Self.mostMentions).filter { mayName(used, $0) }
    let range = used.record.offset..<max(used.record.offset + 1, used.record.end)
    let places = (calls + named).filter { $0.unit !== used.unit || !range.contains($0.offset) }
    return Uses(places: places, isCut: mentions.count > Self.mostMentions)
  }

  /// The names that something goes by: Kotlin reads `isOpen` where Java calls `isOpen()` or `getOpen()`.
  private func spellings(of used: Declaration) -> [String] {
    let name = used.kind == .initializer ? used.enclosingType?.name ?? "" : used.name
    guard !name.isEmpty else { return [] }
    guard !used.unit.isOfApple else { return [name] }
    switch used.kind {
    case .property: return [name, "get" + name.prefix(1).uppercased() + name.dropFirst()]
    case .function where name.hasPrefix("get") && name.utf8.count > 3:
      let rest = name.dropFirst(3)
      return [name, rest.prefix(1).lowercased() + rest.dropFirst()]
    default: return [name]
    }
  }

  /// Whether a mention may be one of something: a reference to it, a reading, a call on something of unknown type.
  private func mayName(_ used: Declaration, _ mention: Expression) -> Bool {
    let parent = mention.parent
    if let parent, parent.kind == .call, parent.calleeID == mention.id, used.kind != .property {
      // Of the others the callers tell.
      let isOnUnknown = parent.receiver.map { receiver in self.type(of: receiver).map { !isType($0) } ?? true } ?? false
      return used.kind == .function && isOnUnknown || used.kind == .type || used.kind == .typeExtension
    }
    // What is only written to is not read.
    if let parent, parent.kind == .assignment, parent.calleeID == mention.id { return false }
    let known = declarations(of: mention)
    return known.isEmpty || known.contains(used)
  }
}
