#if Records
  import Foundation
  import GRDB

  /// Pages of which each leads to one page again and again: SQLite takes them for a tree of so many rows that no walk
  /// through it ends. They lie in the last pages of the file.
  extension DatabasePages {
    private static let levels = 6
    private static let children = 100

    /// Puts such a tree in place of a table; its only leaf is the table's first one.
    ///
    /// - Returns: whether the file has pages for it.
    mutating func share(tableAt root: Int) -> Bool {
      let own = (root - 1) * size
      guard let leaf = bytes[own] == Self.tableLeaf ? own : firstLeaf(ofTableAt: root) else { return false }
      return share(Array(bytes[leaf..<leaf + size]), below: root, Self.tableBranch, key: [1])
    }

    /// Puts such a tree in place of the only index; its only leaf is one of the index's.
    ///
    /// - Returns: whether there is one, and the file has pages for it.
    mutating func share(indexAt root: Int) -> Bool {
      guard let leaf = pages(Self.indexLeaf).first else { return false }
      let entry = leaf + number(leaf + 8)
      return share(
        Array(bytes[leaf..<leaf + size]), below: root, Self.indexBranch,
        key: Array(bytes[entry...entry + Int(bytes[entry])]))
    }

    /// Puts such a tree behind what SQLite reads of its tables: the entry of an index, which it takes as often as it
    /// comes.
    ///
    /// - Returns: whether there is one, and the file has pages for it.
    mutating func shareSchema() -> Bool {
      // On the first page, behind the file's own head of 100 bytes.
      let entries = (0..<number(103)).map { number(108 + 2 * $0) }
      guard bytes[100] == Self.tableLeaf,
        let name = Data(bytes[..<size]).range(of: Data("sqlite_autoindex".utf8))?.lowerBound,
        let entry = entries.filter({ $0 < name }).max()
      else { return false }
      let (all, one) = (schemaLeaf(entries), schemaLeaf([entry]))
      let top = bytes.count / size - Self.levels
      guard share(one, below: top, Self.tableBranch, key: [1]) else { return false }
      put(all, at: top - 1)
      var page = [UInt8](repeating: 0, count: size)
      page.replaceSubrange(..<100, with: bytes[..<100])
      page[100] = Self.tableBranch
      page.replaceSubrange(103..<107, with: bigEndian(1, 2) + bigEndian(size - 5, 2))
      page.replaceSubrange(108..<114, with: bigEndian(top, 4) + bigEndian(size - 5, 2))
      page.replaceSubrange((size - 5)..., with: bigEndian(top - 1, 4) + [50])
      put(page, at: 1)
      return true
    }

    /// A page of its own with some entries of the first one.
    private func schemaLeaf(_ entries: [Int]) -> [UInt8] {
      let start = number(105)
      var page = [UInt8](repeating: 0, count: size)
      page[0] = Self.tableLeaf
      page.replaceSubrange(3..<7, with: bigEndian(entries.count, 2) + bigEndian(start, 2))
      let pointers = entries.flatMap { bigEndian($0, 2) }
      page.replaceSubrange(8..<8 + pointers.count, with: pointers)
      page.replaceSubrange(start..., with: bytes[start..<size])
      return page
    }

    private mutating func share(_ leaf: [UInt8], below root: Int, _ kind: UInt8, key: [UInt8]) -> Bool {
      let last = bytes.count / size
      guard last > Self.levels + 8 else { return false }
      put(leaf, at: last)
      for level in 1..<Self.levels { put(branch(to: last - level + 1, kind, key), at: last - level) }
      put(branch(to: last - Self.levels + 1, kind, key), at: root)
      return true
    }

    private func branch(to child: Int, _ kind: UInt8, _ key: [UInt8]) -> [UInt8] {
      let cell = bigEndian(child, 4) + key
      let start = size - Self.children * cell.count
      var page = [UInt8](repeating: 0, count: size)
      page[0] = kind
      page.replaceSubrange(3..<7, with: bigEndian(Self.children, 2) + bigEndian(start, 2))
      page.replaceSubrange(8..<12, with: bigEndian(child, 4))
      for number in 0..<Self.children {
        let place = start + number * cell.count
        page.replaceSubrange(place..<place + cell.count, with: cell)
        page.replaceSubrange(12 + 2 * number..<14 + 2 * number, with: bigEndian(place, 2))
      }
      return page
    }

    private mutating func put(_ page: [UInt8], at number: Int) {
      bytes.replaceSubrange((number - 1) * size..<number * size, with: page)
    }

    private func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
      (1...count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - $0))) }
    }
  }

  extension Place {
    /// Gives the file pages at its end in which nothing is.
    func addPages() throws {
      try tamper("CREATE TABLE spare (a); INSERT INTO spare VALUES (zeroblob(60000)); DROP TABLE spare")
    }

    /// Changes pages under a store that is open, and has it notice that somebody wrote.
    func changeOpenPages(_ change: (inout DatabasePages) -> Bool) throws {
      let other = try DatabaseQueue(path: path)
      // It has read the tables before, and reads no page from before any more.
      try other.writeWithoutTransaction { database in
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM record")
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      other.releaseMemory()
      var pages = try DatabasePages(self)
      guard change(&pages) else { throw CocoaError(.fileReadCorruptFile) }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.write(contentsOf: Data(pages.bytes))
      try file.close()
      try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 2") }
      try other.close()
    }
  }
#endif
