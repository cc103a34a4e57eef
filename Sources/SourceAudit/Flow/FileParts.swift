/// A file part by part: each declaration at its top, with all that is inside. In the words of a part places count from
/// its beginning, so that parts of the same words look the same to whoever looks into them out of another file.
///
/// From another file one comes in under a name: to what is declared under one that was looked up, or to what mentions one
/// that the file was searched for (``Trace``). Inside of the part one gets about without names, out of it by another name
/// alone. What is not inside of a declaration, and what holds together with it, is the rest: when that changes, nothing
/// is told apart.
package struct FileParts {
  /// In a file of more regions in more parts nothing is told apart either.
  private static let mostOverlaps = 1 << 20

  private let unit: SourceUnit
  /// For each declaration the row of its part, and for each expression; 0 for the rest.
  private let parts: [Int]
  private let places: [Int]
  /// The rows of the parts, in their order.
  private let rows: [Int]
  private let words: [[UInt32]]
  private let rest: [UInt32]

  /// - Parameter names: numbers for the names of all files that are compared.
  private init?(_ unit: SourceUnit, _ names: inout NameTable) {
    let found = Self.parts(of: unit)
    let tied = Self.places(in: unit, found)
    let loose = Self.loose(in: unit, found, tied)
    let parts = found.map { loose.contains($0) ? 0 : $0 }
    let places = tied.map { loose.contains($0) ? 0 : $0 }
    let rows = parts.indices.dropFirst().filter { parts[$0] == $0 }
    guard rows.count <= Self.mostOverlaps / max(1, unit.regions.count) else { return nil }
    var writer = FilePartsWriter(unit, parts, places, &names)
    writer.write(rows)
    self.unit = unit
    self.parts = parts
    self.places = places
    self.rows = rows
    words = rows.map { writer.words[$0] }
    rest = writer.words[0]
  }

  /// The numbers of the names under which others may have seen in a file what is another now; nil where they may have
  /// seen anything.
  package static func numbers(changedFrom old: SourceUnit, to new: SourceUnit) -> Set<UInt32>? {
    var names = NameTable()
    guard let before = FileParts(old, &names), let after = FileParts(new, &names), before.rest == after.rest else {
      return nil
    }
    let most = min(before.words.count, after.words.count)
    var head = 0
    while head < most, before.words[head] == after.words[head] { head += 1 }
    var tail = 0
    while tail < most - head,
      before.words[before.words.count - 1 - tail] == after.words[after.words.count - 1 - tail]
    { tail += 1 }
    return before.numbers(of: head..<before.words.count - tail)
      .union(after.numbers(of: head..<after.words.count - tail))
  }

  /// Of what is declared in these parts, and of what they mention.
  private func numbers(of chosen: Range<Int>) -> Set<UInt32> {
    let chosen = Set(rows[chosen])
    var numbers: Set<UInt32> = []
    for (row, record) in unit.declarations.enumerated() where chosen.contains(parts[row]) {
      switch record.kind {
      case .type, .typeExtension, .function, .property, .enumCase: numbers.insert(Trace.number(unit.name(record.name)))
      // An initializer is found under the name of its type.
      case .file, .importing, .typeAlias, .initializer, .accessor, .local, .parameter, .closure: break
      }
    }
    for (row, node) in unit.expressions.enumerated() where chosen.contains(places[row]) {
      guard node.kind == .name || node.kind == .member || node.kind == .reference else { continue }
      numbers.insert(Trace.number(mentioning: unit.name(node.name)))
    }
    return numbers
  }

  // MARK: what belongs to which part

  private static func parts(of unit: SourceUnit) -> [Int] {
    var parts = [Int](repeating: 0, count: unit.declarations.count)
    for (row, record) in unit.declarations.enumerated().dropFirst() {
      let parent = Int(record.parent.raw)
      if parent > 0 {
        parts[row] = parts[parent]
      } else if isPart(record.kind) {
        parts[row] = row
      }
    }
    return parts
  }

  /// Variables and closures at the top belong to the statements there.
  private static func isPart(_ kind: DeclarationRecord.Kind) -> Bool {
    switch kind {
    case .type, .typeExtension, .typeAlias, .function, .initializer, .property, .enumCase: true
    case .file, .importing, .accessor, .local, .parameter, .closure: false
    }
  }

  /// An expression belongs to its owner; what was read before its declaration was opened, as an annotation is, to that.
  private static func places(in unit: SourceUnit, _ parts: [Int]) -> [Int] {
    var places = unit.expressions.map { parts[Int($0.owner.raw)] }
    for (row, record) in unit.declarations.enumerated() where parts[row] > 0 {
      var waiting = [record.value]
      for attribute in Declaration(unit: unit, id: DeclarationID(raw: UInt32(row))).attributes {
        if let call = attribute.call { waiting.append(call.id) }
      }
      while let next = waiting.popLast() {
        guard next.isPresent, places[Int(next.raw)] == 0 else { continue }
        places[Int(next.raw)] = parts[row]
        waiting += Expression(unit: unit, id: next).children.map(\.id)
      }
    }
    return places
  }

  /// Parts out of which one gets without a name, and those into which one gets so.
  private static func loose(in unit: SourceUnit, _ parts: [Int], _ places: [Int]) -> Set<Int> {
    var loose: Set<Int> = []
    func tie(_ one: Int, _ other: Int) {
      guard one != other else { return }
      loose.insert(one)
      loose.insert(other)
    }
    for (row, node) in unit.expressions.enumerated().dropFirst() {
      let expression = Expression(unit: unit, id: ExpressionID(raw: UInt32(row)))
      for near in expression.children + [expression.parent].compactMap({ $0 }) {
        tie(places[row], places[Int(near.id.raw)])
      }
      if let body = expression.declaration { tie(places[row], parts[Int(body.id.raw)]) }
      if node.owner != .file { tie(places[row], parts[Int(node.owner.raw)]) }
    }
    for (row, record) in unit.declarations.enumerated() {
      let declaration = Declaration(unit: unit, id: DeclarationID(raw: UInt32(row)))
      let held = [record.value] + declaration.steps.map(\.value) + declaration.attributes.compactMap { $0.call?.id }
      for value in held where value.isPresent { tie(parts[row], places[Int(value.raw)]) }
      for step in declaration.steps where step.declaration != .file {
        tie(parts[row], parts[Int(step.declaration.raw)])
      }
    }
    return loose
  }
}
