/// Where a declaration stands: the position of its unit in the project, and its row.
struct DeclarationPlace: Sendable {
  let unit: UInt32
  let row: DeclarationID
}

/// Declarations by a key, in the order of the project's files. Most keys have one declaration, which costs no list.
struct PlaceTable<Key: Hashable & Sendable>: Sendable {
  fileprivate enum Entry: Sendable {
    case one(DeclarationPlace)
    case many([DeclarationPlace])
  }

  private var entries: [Key: Entry] = [:]

  mutating func append(_ place: DeclarationPlace, _ key: Key) {
    guard let entry = entries[key] else {
      entries[key] = .one(place)
      return
    }
    switch entry {
    case .one(let first): entries[key] = .many([first, place])
    case .many: entries[key]?.append(place)
    }
  }

  var keys: some Collection<Key> { entries.keys }

  func holds(_ key: Key) -> Bool { entries[key] != nil }

  func count(_ key: Key) -> Int {
    switch entries[key] {
    case nil: 0
    case .one?: 1
    case .many(let list)?: list.count
    }
  }

  func places(_ key: Key) -> ArraySlice<DeclarationPlace> {
    switch entries[key] {
    case nil: []
    case .one(let place)?: [place]
    case .many(let list)?: list[...]
    }
  }
}

extension PlaceTable.Entry {
  /// In place: a copy of the list for each addition would square the work.
  mutating func append(_ place: DeclarationPlace) {
    guard case .many(var list) = self else { return }
    self = .many([])
    list.append(place)
    self = .many(list)
  }
}
