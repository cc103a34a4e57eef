/// Where a declaration stands: the position of its unit in the project, and its row.
struct DeclarationPlace: Sendable {
  let unit: UInt32
  let row: DeclarationID
}

/// Declarations by a number, in the order in which they were entered: compressed rows, no list for each number.
struct PlaceTable: Sendable {
  private var entered: [(number: UInt32, place: DeclarationPlace)] = []
  /// Where the places of each number begin.
  private var starts: [UInt32] = [0]
  private var rows: [DeclarationPlace] = []

  mutating func append(_ place: DeclarationPlace, _ number: UInt32) { entered.append((number, place)) }

  /// Makes what was entered readable. To be called once.
  mutating func close(numbers: Int) {
    var starts = [UInt32](repeating: 0, count: numbers + 1)
    for entry in entered { starts[Int(entry.number) + 1] += 1 }
    for number in 0..<numbers { starts[number + 1] += starts[number] }
    var next = starts
    rows = [DeclarationPlace](repeating: DeclarationPlace(unit: 0, row: .file), count: entered.count)
    for entry in entered {
      rows[Int(next[Int(entry.number)])] = entry.place
      next[Int(entry.number)] += 1
    }
    self.starts = starts
    entered = []
  }

  /// None for no number.
  func places(_ number: UInt32?) -> ArraySlice<DeclarationPlace> {
    guard let number, Int(number) + 1 < starts.count else { return [] }
    return rows[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]
  }

  func count(_ number: UInt32?) -> Int {
    guard let number, Int(number) + 1 < starts.count else { return 0 }
    return Int(starts[Int(number) + 1] - starts[Int(number)])
  }

  func holds(_ number: UInt32?) -> Bool { count(number) > 0 }
}
