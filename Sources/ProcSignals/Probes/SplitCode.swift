#if os(Linux) || os(Android)

  import SecurityPolicy

  /// The code of one file lies in more pieces than the loader maps: someone changed the protection of single pages.
  ///
  /// The pieces stay when a hook is taken out again, so this also shows an attacker who has left.
  extension Probe {
    static let splitCode = Probe(id: "hooks.splitCode", category: .hooks, strength: .medium, family: .mappings) {
      (snapshot) throws(SystemCallFailure) in
      var pieces: [Segment: Int] = [:]
      for row in try snapshot.code.get().rows where row.inode != 0 {
        pieces[Segment(row), default: 0] += 1
      }
      return .of(
        pieces.filter { $0.value > 1 }.map { "\(EvidenceText.fileName($0.key.path)) in \($0.value) pieces" }.sorted())
    }

    /// Pieces of one mapping keep the distance between address and file offset.
    private struct Segment: Hashable {
      let path: String
      let inode: UInt64
      let base: UInt64

      init(_ row: ExecutableRows.Row) {
        path = row.path
        inode = row.inode
        base = UInt64(row.start) &- row.offset
      }
    }
  }

#endif
