/// A number for each name that a project declares, so that the tables of the project hash no texts.
struct NameNumbers: Sendable {
  private static let unknown = UInt32.max
  private var table = NameTable(capacity: 1 << 12)
  /// The numbers of the names of the unit that is being entered.
  private var known: [UInt32] = []
  /// The names by their numbers; 0 is that of what has no name.
  var texts: [String] { table.texts }

  var count: Int { table.count }

  /// To be called before the names of a unit.
  mutating func begin(_ unit: SourceUnit) { known = Array(repeating: Self.unknown, count: unit.names.count) }

  /// The number of a name of the unit, a new one for a new name.
  mutating func number(of id: NameID, in unit: SourceUnit) -> UInt32 {
    let row = Int(id.raw)
    if known[row] == Self.unknown { known[row] = table.intern(unit.name(id)).raw }
    return known[row]
  }

  /// Nil for a name that nothing declares.
  func number(of name: String) -> UInt32? { table.row(of: name)?.raw }
}
