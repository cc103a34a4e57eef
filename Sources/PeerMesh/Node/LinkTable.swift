/// The links of one node in the order of their coming, so that a seeded run is the same every time. There are few.
struct LinkTable {
  private(set) var values: [LinkState] = []

  var count: Int { values.count }

  subscript(id: LinkID) -> LinkState? {
    get { values.first { $0.id == id } }
    set {
      values.removeAll { $0.id == id }
      if let newValue { values.append(newValue) }
    }
  }
}
