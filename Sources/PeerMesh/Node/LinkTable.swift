/// The links of one node in the order of their coming, so that a seeded run is the same every time. There are few.
struct LinkTable {
  private(set) var values: [LinkState] = []
  /// What goes over them, each at its link's ``LinkState/place``; nil before the proof. No property of the link's object:
  /// the runtime watches over each use of those, all the time that something is being sealed or opened.
  var traffic: [LinkTraffic?] = []

  var count: Int { values.count }

  subscript(id: LinkID) -> LinkState? { values.first { $0.id == id } }

  /// - Parameter link: none of its id may be here.
  mutating func add(_ link: LinkState) {
    link.place = values.count
    values.append(link)
    traffic.append(nil)
  }

  mutating func remove(_ id: LinkID) {
    guard let place = values.firstIndex(where: { $0.id == id }) else { return }
    values.remove(at: place).place = nil
    traffic.remove(at: place)
    for (place, link) in values.enumerated() { link.place = place }
  }

  /// After the clock was set back.
  mutating func shift(by step: MeshTime) {
    for link in values { link.shift(by: step) }
    for place in traffic.indices { traffic[place]?.shift(by: step) }
  }
}
