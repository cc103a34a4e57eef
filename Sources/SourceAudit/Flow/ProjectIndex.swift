/// Where everything of a project is declared and called, by name. Made once.
///
/// Of a name that many declarations share, a question gets those that stand nearest to the place that asks: in its
/// file, in its folder, in the folder around that. So no question costs more in a larger project. When even the nearest
/// are too many, nothing tells which is meant, and the answer is none: as for a name from outside.
struct ProjectIndex: Sendable {
  /// Beyond so many namesakes only the nearest are asked.
  static let mostNamesakes = 32
  /// Beyond so many files that call a name only the nearest are asked.
  static let mostCallingUnits = 200

  private let units: [SourceUnit]
  /// Whether answers are noted in the ``Trace`` of who asks.
  private let isTraced: Bool
  /// The position of each unit by its number.
  private let positions: [Int: Int]
  private var names = NameNumbers()
  /// Types and extensions by their simple name.
  private var types = PlaceTable()
  private var functions = PlaceTable()
  /// Properties, globals and cases of enumerations by name.
  private var values = PlaceTable()
  private var globals = PlaceTable()
  /// Cases and static members by name: what `.name` may mean.
  private var statics = PlaceTable()
  /// Members by what ``memberNumbers`` says.
  private var members = PlaceTable()
  /// A number for each pair of a type and a name in it.
  private var memberNumbers: [UInt64: UInt32] = [:]
  private(set) var aliases: [String: String] = [:]
  private var supertypes: [String: [String]] = [:]
  /// For each name of a function or type of the project the positions of the units that call it.
  private var calling: [[UInt32]] = []
  /// For each name of a value of the project the positions of the units that may fill something of the name.
  private var filling: [[UInt32]] = []

  init(_ units: [SourceUnit], isTraced: Bool = false) {
    self.units = units
    self.isTraced = isTraced
    positions = Dictionary(units.enumerated().map { ($0.element.number, $0.offset) }) { first, _ in first }
    for position in units.indices { enter(position) }
    types.close(numbers: names.count)
    functions.close(numbers: names.count)
    values.close(numbers: names.count)
    globals.close(numbers: names.count)
    statics.close(numbers: names.count)
    members.close(numbers: memberNumbers.count)
    findSupertypes()
    calling = [[UInt32]](repeating: [], count: names.count)
    filling = [[UInt32]](repeating: [], count: names.count)
    for position in units.indices { enterCalls(position) }
  }

  private mutating func enter(_ position: Int) {
    let unit = units[position]
    names.begin(unit)
    // The nearest type around each row; rows of what is outside come first.
    var around = [DeclarationID](repeating: .file, count: unit.declarations.count)
    for (row, record) in unit.declarations.enumerated().dropFirst() {
      let parent = unit.declarations[Int(record.parent.raw)]
      let isInType = parent.kind == .type || parent.kind == .typeExtension
      let type = isInType ? record.parent : around[Int(record.parent.raw)]
      around[row] = type
      let place = DeclarationPlace(unit: UInt32(position), row: DeclarationID(raw: UInt32(row)))
      switch record.kind {
      case .type, .typeExtension:
        types.append(place, names.number(of: record.name, in: unit))
        continue
      case .function: functions.append(place, names.number(of: record.name, in: unit))
      case .initializer: if type != .file { functions.append(place, number(unit, type)) }
      case .property, .enumCase:
        let number = names.number(of: record.name, in: unit)
        values.append(place, number)
        if record.kind == .enumCase || record.flags.contains(.isStatic) { statics.append(place, number) }
      case .typeAlias:
        aliases[unit.name(record.name)] = Declaration.simpleTypeName(unit.name(record.type))
        continue
      case .importing:
        // `import a.b.Foo as Bar`
        let name = unit.name(record.name)
        let last = Declaration.simpleTypeName(unit.name(record.type))
        if !name.isEmpty, name != last { aliases[name] = last }
        continue
      default: continue
      }
      if parent.kind == .file { globals.append(place, names.number(of: record.name, in: unit)) }
      guard isInType else { continue }
      let name = names.number(of: record.name, in: unit)
      enterMember(place, name, of: number(unit, type))
      // A companion's members belong to the type around it.
      if parent.flags.contains(.isSingleton), around[Int(type.raw)] != .file {
        enterMember(place, name, of: number(unit, around[Int(type.raw)]))
      }
    }
  }

  /// The number of the name of a declaration.
  private mutating func number(_ unit: SourceUnit, _ id: DeclarationID) -> UInt32 {
    names.number(of: unit.declarations[Int(id.raw)].name, in: unit)
  }

  private mutating func enterMember(_ place: DeclarationPlace, _ name: UInt32, of type: UInt32) {
    let next = UInt32(memberNumbers.count)
    let number = memberNumbers[Self.key(name, of: type), default: next]
    if number == next { memberNumbers[Self.key(name, of: type)] = next }
    members.append(place, number)
  }

  private static func key(_ name: UInt32, of type: UInt32) -> UInt64 { UInt64(type) << 32 | UInt64(name) }

  private mutating func findSupertypes() {
    // What has no name shares nothing with what has none either.
    for (number, name) in names.texts.enumerated() where !name.isEmpty {
      var above: [String] = []
      for place in types.places(UInt32(number)) { above += supertypeNames(of: declaration(place)) }
      guard !above.isEmpty else { continue }
      // Each once, where it stands last: namesakes repeat what they inherit from.
      var seen: Set<String> = []
      supertypes[name] = Array(above.reversed().filter { seen.insert($0).inserted }.reversed())
    }
  }

  private mutating func enterCalls(_ position: Int) {
    let unit = units[position]
    var isCalled = [Bool](repeating: false, count: unit.names.count)
    for node in unit.expressions where node.kind == .call {
      let callee = unit.expressions[Int(node.first)]
      if callee.kind == .name || callee.kind == .member { isCalled[Int(callee.name.raw)] = true }
    }
    let isFilled = unit.filledNames
    for (row, name) in unit.names.enumerated() {
      guard let number = names.number(of: name) else { continue }
      if isFilled[row], values.holds(number) { filling[Int(number)].append(UInt32(position)) }
      let (isFunction, isType) = (functions.holds(number), types.holds(number))
      // `Type.init()` calls the type without its name as callee; a struct has an initializer that nobody declared.
      if isCalled[row] && (isFunction || isType) || isFunction && isType {
        calling[Int(number)].append(UInt32(position))
      }
    }
  }

  // MARK: questions

  private func declaration(_ place: DeclarationPlace) -> Declaration {
    Declaration(unit: unit(at: place.unit), id: place.row)
  }

  private func unit(at position: UInt32) -> SourceUnit {
    if isTraced { Trace.current?.note(unit: position) }
    return units[Int(position)]
  }

  /// Files in Swift that import a module, in their order.
  func units(importing module: String) -> [SourceUnit] {
    if isTraced { Trace.current?.note(name: Trace.number(importing: module)) }
    let rows = units.indices.filter { row in
      units[row].language == .swift && units[row].imports.contains { $0 == module || $0.hasPrefix(module + ".") }
    }
    return rows.map { unit(at: UInt32($0)) }
  }

  func unit(_ number: Int) -> SourceUnit? { positions[number].map { unit(at: UInt32($0)) } }

  /// The number of a name that is looked up.
  private func number(of name: String) -> UInt32? {
    if isTraced { Trace.current?.note(name: Trace.number(name)) }
    return names.number(of: name)
  }

  func isType(_ name: String) -> Bool { types.holds(number(of: name)) }
  func isFunction(_ name: String) -> Bool { functions.holds(number(of: name)) }
  func countOfFunctions(_ name: String) -> Int { functions.count(number(of: name)) }
  func countOfValues(_ name: String) -> Int { values.count(number(of: name)) }
  func countOfStatics(_ name: String) -> Int { statics.count(number(of: name)) }
  /// Of a type that the project declares, and of a composition of any.
  func supertypes(of name: String) -> [String]? {
    _ = number(of: name)
    guard name.utf8.contains(UInt8(ascii: "&")) else { return supertypes[name] }
    return Declaration.composed(name).map { resolved($0) }
  }

  /// What one declaration of a type says that it inherits.
  func supertypeNames(of declaration: Declaration) -> [String] {
    declaration.supertypes.compactMap { text in
      let head = text.utf8.contains(UInt8(ascii: "(")) ? String(text.prefix { $0 != "(" }) : text
      let name = resolved(Declaration.simpleTypeName(head))
      return name.isEmpty ? nil : name
    }
  }

  /// What a simple name stands for, through aliases.
  func resolved(_ name: String) -> String {
    var name = name
    for _ in 0..<4 {
      guard let target = aliases[name], target != name else { break }
      name = target
    }
    return name
  }

  func types(_ name: String, near unit: SourceUnit? = nil) -> [Declaration] {
    nearest(types.places(number(of: name)), unit)
  }
  /// Whether more types than ``mostNamesakes`` have this name; their extensions are not counted.
  func isCrowded(_ name: String) -> Bool {
    let places = types.places(number(of: name))
    guard places.count > Self.mostNamesakes else { return false }
    let own = places.lazy.filter { self.declaration($0).kind == .type }
    return own.prefix(Self.mostNamesakes + 1).count > Self.mostNamesakes
  }
  func functions(_ name: String, near unit: SourceUnit? = nil) -> [Declaration] {
    nearest(functions.places(number(of: name)), unit)
  }
  func values(_ name: String, near unit: SourceUnit? = nil) -> [Declaration] {
    nearest(values.places(number(of: name)), unit)
  }
  func globals(_ name: String, near unit: SourceUnit? = nil) -> [Declaration] {
    nearest(globals.places(number(of: name)), unit)
  }
  func statics(_ name: String) -> [Declaration] { nearest(statics.places(number(of: name)), nil) }

  /// Declared in the type or its extensions; nil when there is none at all, wherever.
  func members(_ name: String, of type: String, near unit: SourceUnit? = nil) -> [Declaration]? {
    guard let name = number(of: name), let type = number(of: type),
      let number = memberNumbers[Self.key(name, of: type)]
    else { return nil }
    return nearest(members.places(number), unit)
  }

  private func nearest(_ places: ArraySlice<DeclarationPlace>, _ unit: SourceUnit?) -> [Declaration] {
    guard let unit, places.count > Self.mostNamesakes else { return places.map { declaration($0) } }
    guard let own = positions[unit.number] else { return [] }
    let middle = firstIndex(in: places) { $0.unit >= UInt32(own) }
    var depth = -1
    if middle < places.endIndex { depth = commonFolders(own, Int(places[middle].unit)) }
    if middle > places.startIndex { depth = max(depth, commonFolders(own, Int(places[middle - 1].unit))) }
    // Files of one folder stand together, so the nearest do.
    var lower = middle
    while lower > places.startIndex, middle - lower <= Self.mostNamesakes,
      commonFolders(own, Int(places[lower - 1].unit)) >= depth
    { lower -= 1 }
    var upper = middle
    while upper < places.endIndex, upper - middle <= Self.mostNamesakes,
      commonFolders(own, Int(places[upper].unit)) >= depth
    { upper += 1 }
    return upper - lower > Self.mostNamesakes ? [] : places[lower..<upper].map { declaration($0) }
  }

  /// How many folders two units share from the root down; more than any path has for one and the same.
  private func commonFolders(_ one: Int, _ other: Int) -> Int {
    guard one != other else { return .max }
    var count = 0
    for (left, right) in zip(units[one].path.utf8, units[other].path.utf8) {
      guard left == right else { break }
      if left == UInt8(ascii: "/") { count += 1 }
    }
    return count
  }

  private func firstIndex<Row>(in rows: ArraySlice<Row>, where isBehind: (Row) -> Bool) -> Int {
    var low = rows.startIndex
    var high = rows.endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBehind(rows[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Units that call something of the name, in the order of files; of too many those around the place that asks.
  func units(calling name: String, near unit: SourceUnit) -> (units: [SourceUnit], isCut: Bool) {
    if isTraced { Trace.current?.note(name: Trace.number(name, calls: true)) }
    guard let number = number(of: name) else { return ([], false) }
    return units(at: calling[Int(number)], near: unit)
  }

  /// Units that may fill something of the name; of too many those around the place that asks.
  func units(filling name: String, near unit: SourceUnit) -> [SourceUnit] {
    if isTraced { Trace.current?.note(name: Trace.number(name, calls: true)) }
    guard let number = number(of: name) else { return [] }
    return units(at: filling[Int(number)], near: unit).units
  }

  private func units(at rows: [UInt32], near unit: SourceUnit) -> (units: [SourceUnit], isCut: Bool) {
    guard rows.count > Self.mostCallingUnits else { return (rows.map { self.unit(at: $0) }, false) }
    let own = UInt32(positions[unit.number] ?? 0)
    let middle = firstIndex(in: rows[...]) { $0 >= own }
    let lower = max(0, min(middle - Self.mostCallingUnits / 2, rows.count - Self.mostCallingUnits))
    return (rows[lower..<(lower + Self.mostCallingUnits)].map { self.unit(at: $0) }, true)
  }
}
