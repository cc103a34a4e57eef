import UntrustedInput

/// Reads what a manifest of Tuist writes in place of a property list: literals and their wrappers (`.string("a")`), and
/// what names, functions and merging make of them.
///
/// - Protects against: a key that stands behind a constant, a function or a branch: each branch counts.
/// - Does not protect against: values that only a run of the manifest tells, such as those of its environment. The key
///   stays with an unknown value; where keys are unknown the list is not whole. A manifest never runs.
///
/// Source: tuist/tuist, ProjectDescription: InfoPlist, Entitlements, Plist.
struct ManifestReader {
  /// A function that was gone into, and from where.
  final class Frame {
    let function: Declaration
    /// Nil for a property.
    let call: Expression?
    let receiver: Expression?
    let outer: Frame?

    init(_ function: Declaration, call: Expression?, receiver: Expression?, outer: Frame?) {
      self.function = function
      self.call = call
      self.receiver = receiver
      self.outer = outer
    }
  }

  /// Where the reader is.
  struct Context {
    var frame: Frame?
    var isForDebug = false
    var depth = 0
  }

  static let deepest = 64
  /// What stands in a text for an insert that is not known, in the form of a build setting.
  private static let insert = "$()"

  let project: Project
  var parts: [PropertyList.Part] = []
  /// Whether every key is known.
  var isWhole = true
  /// Whether Tuist adds what it gives each target.
  var extendsDefault = false
  /// Whether something depends on a parameter that nobody fills.
  var lacksCaller = false
  /// Those that were read.
  var dictionaries: Set<Expression> = []
  /// What may still be looked at.
  var steps: Int

  init(_ project: Project, steps: Int) {
    self.project = project
    self.steps = steps
  }

  /// Nil for nothing, and for what is not known.
  mutating func node(of expression: Expression, in context: Context) -> PropertyListNode? {
    guard steps > 0, context.depth < Self.deepest else { return unknown() }
    steps -= 1
    var inner = context
    inner.depth += 1
    let written = expression.unwrapped
    switch written.kind {
    case .string: return text(written, inner)
    case .boolean: return PropertyListNode(.boolean(written.name == "true"), at: position(of: written, inner))
    case .number: return number(written.name, written, inner)
    case .unary where written.name == "-":
      guard let digits = written.first?.unwrapped, digits.kind == .number else { return unknown() }
      return number("-" + digits.name, written, inner)
    case .array: return array(written, inner)
    case .dictionary: return dictionary(written, inner)
    case .conditional: return either(written.values, inner)
    case .binary: return combined(written, inner)
    case .call: return called(written, inner)
    case .name, .member: return named(written, inner)
    case .index: return indexed(written, inner)
    case .null: return nil
    default: return unknown()
    }
  }

  mutating func unknown() -> PropertyListNode? {
    isWhole = false
    return nil
  }

  /// The position that stands for a place of the manifest.
  mutating func position(of expression: Expression, _ context: Context) -> TextPosition {
    parts.append(PropertyList.Part(place: .code(expression), isForDebug: context.isForDebug))
    return PropertyList.position(ofPart: parts.count - 1)
  }

  // MARK: literals

  private mutating func text(_ literal: Expression, _ context: Context) -> PropertyListNode {
    var text = ""
    for entry in Array(literal.list) {
      if let inserted = literal.unit.expression(entry.value) {
        text += scalar(inserted, context).flatMap(Self.written) ?? Self.insert
      } else {
        text += literal.unit.name(entry.name)
      }
    }
    return PropertyListNode(.string(text), at: position(of: literal, context))
  }

  private static func written(_ node: PropertyListNode) -> String? {
    switch node.value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .boolean(let flag): String(flag)
    default: nil
    }
  }

  /// A value that holds no keys: what is unknown in it hides none.
  mutating func scalar(_ expression: Expression, _ context: Context) -> PropertyListNode? {
    let wasWhole = isWhole
    let value = node(of: expression, in: context)
    isWhole = wasWhole
    return value
  }

  private mutating func number(_ digits: String, _ literal: Expression, _ context: Context) -> PropertyListNode {
    let place = position(of: literal, context)
    if let whole = Int64(digits) { return PropertyListNode(.integer(whole), at: place) }
    return Double(digits).map { PropertyListNode(.real($0), at: place) } ?? .unknown(at: place)
  }

  private mutating func array(_ literal: Expression, _ context: Context) -> PropertyListNode {
    var nodes: [PropertyListNode] = []
    for value in literal.values {
      if let element = node(of: value, in: context) {
        nodes.append(element)
      } else {
        nodes.append(.unknown(at: position(of: value, context)))
      }
    }
    return PropertyListNode(.array(nodes), at: position(of: literal, context))
  }

  private mutating func dictionary(_ literal: Expression, _ context: Context) -> PropertyListNode {
    var context = context
    if !Self.isNested(literal), Self.isNamedForDebug(literal) { context.isForDebug = true }
    dictionaries.insert(literal)
    let entries = Array(literal.list)
    var members: [PropertyListMember] = []
    for row in stride(from: 0, to: entries.count - 1, by: 2) {
      guard let key = literal.unit.expression(entries[row].value), let name = node(of: key, in: context)?.string else {
        isWhole = false
        continue
      }
      let place = position(of: key, context)
      var value: PropertyListNode?
      if let written = literal.unit.expression(entries[row + 1].value) { value = node(of: written, in: context) }
      members.append(PropertyListMember(name, value ?? .unknown(at: place), at: place))
    }
    return PropertyListNode(.dictionary(members), at: position(of: literal, context))
  }

  private static func isNested(_ literal: Expression) -> Bool {
    var top = literal
    while let parent = top.parent {
      if parent.kind == .dictionary { return true }
      top = parent
    }
    return false
  }

  /// Inside `.debug(…)`, or under a name that says so.
  private static func isNamedForDebug(_ literal: Expression) -> Bool {
    var top = literal
    var names = ([literal.owner] + literal.owner.enclosing).map(\.name)
    while let parent = top.parent {
      if parent.kind == .call {
        names.append(parent.calledName)
        if let label = parent.arguments.first(where: { $0.value == top })?.label { names.append(label) }
      }
      top = parent
    }
    names.append(literal.unit.declaration(withValue: top.id)?.name ?? "")
    return names.contains { name in
      let name = name.lowercased()
      return name.contains("debug") || name.contains("development")
    }
  }

  // MARK: what is made of others

  mutating func either(_ values: [Expression], _ context: Context) -> PropertyListNode? {
    var nodes: [PropertyListNode?] = []
    for value in values { nodes.append(node(of: value, in: context)) }
    return union(nodes)
  }

  /// The parts of each list; of values of other kinds the one that all of them are.
  mutating func union(_ nodes: [PropertyListNode?]) -> PropertyListNode? {
    let known = nodes.compactMap { $0 }
    guard let first = known.first else { return nil }
    if known.allSatisfy({ $0.members != nil }) {
      return known.count == 1
        ? first : PropertyListNode(.dictionary(known.flatMap { $0.members ?? [] }), at: first.position)
    }
    if known.allSatisfy({ $0.array != nil }) {
      return known.count == 1 ? first : PropertyListNode(.array(known.flatMap { $0.array ?? [] }), at: first.position)
    }
    return known.count == nodes.count && known.allSatisfy({ $0.value == first.value }) ? first : unknown()
  }

  /// The keys of both; where both have one, that of the upper list.
  static func merged(_ lower: [PropertyListMember], _ upper: [PropertyListMember]) -> [PropertyListMember] {
    let names = Set(upper.map(\.name))
    return lower.filter { !names.contains($0.name) } + upper
  }

  private mutating func combined(_ binary: Expression, _ context: Context) -> PropertyListNode? {
    guard let first = binary.first, let second = binary.second else { return unknown() }
    if binary.name == "??" { return either([first, second], context) }
    guard binary.name == "+" else { return unknown() }
    let head = node(of: first, in: context)
    let tail = node(of: second, in: context)
    guard let left = head, let right = tail else { return head ?? tail }
    if let lower = left.members, let upper = right.members {
      return PropertyListNode(.dictionary(Self.merged(lower, upper)), at: left.position)
    }
    if let lower = left.array, let upper = right.array {
      return PropertyListNode(.array(lower + upper), at: left.position)
    }
    guard let start = Self.written(left), let end = Self.written(right) else { return unknown() }
    return PropertyListNode(.string(start + end), at: position(of: binary, context))
  }

  private mutating func indexed(_ index: Expression, _ context: Context) -> PropertyListNode? {
    guard let base = index.first, let key = index.values.first, let list = node(of: base, in: context),
      let name = node(of: key, in: context)?.string, let value = list[name]
    else { return unknown() }
    return value
  }
}
