#if Records
  import Foundation
  import GRDB

  /// Nodes in pages that SQLite cannot make sense of: it neither writes into them nor gives them back.
  extension RecordIndex {
    /// Makes the table of nodes anew: of every node that can be read and is what the place above it says, up to the
    /// header. All others are missing in it, and stay damage by name: nothing is believed for it that was not before,
    /// and only a repair builds anything from rows.
    func copyNodes() throws {
      // First all are read: SQLite writes nothing more in an attempt that meets a damaged page.
      let readable = try readablePlaces().sorted { $0.key < $1.key }
      try RecordSchema.setNodesAside(database)
      let copy = try database.makeStatement(
        sql: "INSERT INTO node (place, sealed) SELECT place, sealed FROM old_node WHERE place = ?")
      for place in readable { try copy.execute(arguments: [place.key]) }
      try RecordSchema.looseNodesAside(database)
      hasLoosePages = true
    }

    private func readablePlaces() throws -> [IndexPlace] {
      var places: [IndexPlace] = []
      func descend(_ place: IndexPlace, _ child: IndexChild) throws {
        var below = IndexBranch()
        do {
          if place.level == 0 {
            _ = try node(place, sealed: child.tag)
          } else {
            below = try branch(place, sealed: child.tag)
          }
        } catch RecordError.indexDamaged {
          return
        }
        places.append(place)
        for (slot, child) in below.slots { try descend(place.child(slot), child) }
      }
      if let root = header.root { try descend(IndexPlace(level: header.height, index: 0), root) }
      return places
    }
  }
#endif
