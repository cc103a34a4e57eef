/// What a file brings into the ``ProjectIndex``, name by name, without the places: when it stays the same, every answer of
/// the index that does not lead into this file stays the same too.
struct Contributions {
  /// By the number of a name what the file declares under it, mixed from its declarations in their order.
  private var declared: [UInt32: UInt64] = [:]
  /// By the number of a name whether the file mentions it, calls it and may fill it.
  private var mentioned: [UInt32: UInt64] = [:]
  /// Other names of types: they may turn up in any answer. Of two of one name the last holds.
  private var aliases: [String: String] = [:]

  init(_ unit: SourceUnit) {
    // Of each row what stands around it, and the nearest type.
    var chains = [UInt64](repeating: 0, count: unit.declarations.count)
    var around = [Int](repeating: 0, count: unit.declarations.count)
    for (row, record) in unit.declarations.enumerated().dropFirst() {
      let parent = Int(record.parent.raw)
      let isInType = [.type, .typeExtension].contains(unit.declarations[parent].kind)
      around[row] = isInType ? parent : around[parent]
      let name = unit.name(record.name)
      var value = Self.mix(chains[parent], UInt64(record.kind.rawValue) << 32 | UInt64(record.flags.rawValue))
      chains[row] = Self.mix(value, UInt64(Trace.number(name)))
      switch record.kind {
      case .type, .typeExtension:
        for type in unit.typeNames[Int(record.supertypes.lowerBound)..<Int(record.supertypes.upperBound)] {
          value = Self.mix(value, UInt64(Trace.number(unit.name(type))))
        }
      case .typeAlias:
        aliases[name] = Declaration.simpleTypeName(unit.name(record.type))
        continue
      case .importing:
        let last = Declaration.simpleTypeName(unit.name(record.type))
        if !name.isEmpty, name != last { aliases[name] = last }
        continue
      case .initializer: declare(value, Trace.number(unit.name(unit.declarations[around[row]].name)))
      case .function, .property, .enumCase: break
      // The index does not know them.
      case .file, .accessor, .local, .parameter, .closure: continue
      }
      declare(value, Trace.number(name))
    }
    if unit.beginsApp { declared[Trace.number(beginningOnApple: unit.isOfApple), default: 0] &+= 1 }
    for name in unit.imports {
      for word in name.split(separator: ".") { declared[Trace.number(importing: word), default: 0] &+= 1 }
    }
    var isCalled = [Bool](repeating: false, count: unit.names.count)
    for node in unit.expressions where node.kind == .call {
      isCalled[Int(unit.expressions[Int(node.first)].name.raw)] = true
    }
    let isFilled = unit.filledNames
    for (row, name) in unit.names.enumerated() {
      mentioned[Trace.number(name, calls: true), default: 0] &+= (isCalled[row] ? 3 : 1) + (isFilled[row] ? 4 : 0)
    }
  }

  /// What one type inherits by two extensions is told in the order in which they stand.
  private mutating func declare(_ value: UInt64, _ name: UInt32) {
    declared[name] = Self.mix(declared[name, default: 0], value)
  }

  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ right &+ 0x9e37_79b9_7f4a_7c15).multipliedFullWidth(by: 0xff51_afd7_ed55_8ccd)
    return product.high ^ product.low
  }

  /// The names about which the index may answer otherwise; nil when that can be any.
  func names(otherThan old: Contributions) -> Set<UInt32>? {
    guard aliases == old.aliases else { return nil }
    var names: Set<UInt32> = []
    for (new, old) in [(declared, old.declared), (mentioned, old.mentioned)] {
      for (name, value) in new where old[name] != value { names.insert(name) }
      for (name, value) in old where new[name] != value { names.insert(name) }
    }
    return names
  }
}
