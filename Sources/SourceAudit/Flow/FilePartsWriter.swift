/// Writes the parts of a file as words: all that its tables hold, with rows and places counted in the part.
struct FilePartsWriter {
  private let unit: SourceUnit
  private let parts: [Int]
  private let places: [Int]
  /// The names of the file by their rows, as numbers that several files share.
  private let names: [UInt32]
  /// The how manieth of its part each declaration and each expression is, from 1.
  private let declarations: [UInt32]
  private let expressions: [UInt32]
  /// By the row of the part; at 0 those of the rest.
  private(set) var words: [[UInt32]]

  init(_ unit: SourceUnit, _ parts: [Int], _ places: [Int], _ table: inout NameTable) {
    self.unit = unit
    self.parts = parts
    self.places = places
    var names: [UInt32] = []
    for name in unit.names { names.append(table.intern(name).raw) }
    self.names = names
    declarations = Self.ordinals(parts, unit.declarations.count)
    expressions = Self.ordinals(places, unit.declarations.count)
    words = [[UInt32]](repeating: [], count: unit.declarations.count)
  }

  private static func ordinals(_ parts: [Int], _ count: Int) -> [UInt32] {
    var last = [UInt32](repeating: 0, count: count)
    var ordinals: [UInt32] = []
    ordinals.reserveCapacity(parts.count)
    for part in parts {
      last[part] += 1
      ordinals.append(last[part])
    }
    return ordinals
  }

  /// - Parameter rows: those of the parts.
  mutating func write(_ rows: [Int]) {
    for row in unit.declarations.indices { writeDeclaration(row) }
    for row in unit.expressions.indices.dropFirst() { writeExpression(row) }
    writeRegions(rows)
  }

  private func name(_ id: NameID) -> UInt32 { names[Int(id.raw)] }
  private func expression(_ id: ExpressionID) -> UInt32 { id.isPresent ? expressions[Int(id.raw)] : 0 }
  private func declaration(_ id: DeclarationID) -> UInt32 { id == .file ? 0 : declarations[Int(id.raw)] }
  /// Where a part begins; that of the rest does with the file.
  private func start(_ part: Int) -> UInt32 { unit.declarations[part].offset }

  private mutating func writeDeclaration(_ row: Int) {
    let record = unit.declarations[row]
    let start = start(parts[row])
    // Imports are the same wherever they stand, and a file however long it is.
    let isPlaced = row > 0 && record.kind != .importing
    let span: [UInt32] = isPlaced ? [record.offset &- start, record.end &- start] : []
    var own: [UInt32] = [1, UInt32(record.kind.rawValue), UInt32(record.flags.rawValue), record.hasBody ? 1 : 0]
    own += [name(record.keyword), name(record.name), name(record.type), expression(record.value)]
    own += [declaration(record.parent)] + span
    let types = unit.typeNames[Int(record.supertypes.lowerBound)..<Int(record.supertypes.upperBound)]
    own.append(UInt32(types.count))
    for type in types { own.append(name(type)) }
    let attributes = unit.attributes[Int(record.attributes.lowerBound)..<Int(record.attributes.upperBound)]
    own.append(UInt32(attributes.count))
    for attribute in attributes {
      let place: UInt32 = isPlaced ? attribute.offset &- start : 0
      own += [name(attribute.name), expression(attribute.call), place]
    }
    let steps = unit.steps[Int(record.steps.lowerBound)..<Int(record.steps.upperBound)]
    own.append(UInt32(steps.count))
    for step in steps {
      own += [UInt32(step.kind.rawValue), UInt32(step.block.rawValue), expression(step.value)]
      own += [declaration(step.declaration), step.offset &- start]
    }
    words[parts[row]] += own
  }

  private mutating func writeExpression(_ row: Int) {
    let node = unit.expressions[row]
    let isBody = node.kind == .closure || node.kind == .object
    let first = isBody ? declaration(DeclarationID(raw: node.first)) : expression(ExpressionID(raw: node.first))
    var own: [UInt32] = [2, UInt32(node.kind.rawValue), UInt32(node.flags.rawValue), name(node.name), first]
    own += [expression(node.parent), declaration(node.owner), node.offset &- start(places[row]), node.listCount]
    for entry in unit.lists[Int(node.listStart)..<Int(node.listStart + node.listCount)] {
      own += [name(entry.name), expression(entry.value)]
    }
    words[places[row]] += own
  }

  /// What of the regions lies over each part; over the rest, when anything is there.
  private mutating func writeRegions(_ rows: [Int]) {
    guard !unit.regions.isEmpty else { return }
    var spans: [Int: ClosedRange<UInt32>] = [:]
    for row in rows {
      let record = unit.declarations[row]
      spans[row] = record.offset...max(record.offset, record.end)
    }
    let offsets = unit.declarations.map(\.offset) + unit.expressions.map(\.offset)
    for (part, offset) in zip(parts + places, offsets) {
      guard let span = spans[part] else { continue }
      spans[part] = min(span.lowerBound, offset)...max(span.upperBound, offset)
    }
    for region in unit.regions {
      for row in rows {
        guard let span = spans[row], region.start <= span.upperBound, region.end > span.lowerBound else { continue }
        let (from, to) = (max(region.start, span.lowerBound), min(region.end, span.upperBound &+ 1))
        words[row] += [3, UInt32(region.kind.rawValue), from &- start(row), to &- start(row)]
      }
    }
    let isRestEmpty = !places.dropFirst().contains(0)
    let holdsImportsAlone = zip(parts, unit.declarations).dropFirst().allSatisfy { $0 > 0 || $1.kind == .importing }
    guard !isRestEmpty || !holdsImportsAlone else { return }
    for region in unit.regions { words[0] += [3, UInt32(region.kind.rawValue), region.start, region.end] }
  }
}
