#if Records
  import Foundation

  /// A database file as whoever may write to it sees it. Source: sqlite.org/fileformat2.html.
  struct DatabasePages {
    static let indexBranch: UInt8 = 2
    static let indexLeaf: UInt8 = 10
    static let tableLeaf: UInt8 = 13
    static let tableBranch: UInt8 = 5

    let place: Place
    var bytes: [UInt8]

    init(_ place: Place) throws {
      self.place = place
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: place.path)))
    }

    func write() throws { try place.putBack(["": Data(bytes)]) }

    var size: Int { number(16) }

    func number(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    func pages(_ kind: UInt8) -> [Int] {
      stride(from: size, to: bytes.count, by: size).filter { bytes[$0] == kind }
    }

    /// Damages the head of the first page of a kind: 2 and 10 are those of an index.
    ///
    /// - Returns: whether there was one.
    mutating func spoil(_ kind: UInt8) -> Bool {
      guard let page = pages(kind).first else { return false }
      bytes[page] ^= 1
      return true
    }

    /// Damages the head of the first leaf of a table that has several.
    ///
    /// - Returns: whether it has.
    mutating func spoilFirstLeaf(ofTableAt root: Int) -> Bool {
      guard let leaf = firstLeaf(ofTableAt: root) else { return false }
      bytes[leaf] ^= 1
      return true
    }

    /// Has the first or last leaf of a table that has several tell of free room where there is none: it can be read,
    /// not written.
    ///
    /// - Returns: whether it has.
    mutating func spoilRoom(ofTableAt root: Int, isLast: Bool = false) -> Bool {
      guard let leaf = isLast ? lastLeaf(ofTableAt: root) : firstLeaf(ofTableAt: root) else { return false }
      bytes.replaceSubrange(leaf + 1..<leaf + 3, with: [0xFF, 0xFF])
      return true
    }

    /// Has a leaf of a table count free bytes that it has not: it can be read and written.
    ///
    /// - Returns: whether there is one.
    mutating func spoilCount(ofTableAt root: Int) -> Bool {
      let page = (root - 1) * size
      guard page > 0, page < bytes.count,
        let leaf = bytes[page] == Self.tableLeaf ? page : firstLeaf(ofTableAt: root)
      else { return false }
      bytes[leaf + 7] ^= 1
      return true
    }

    /// Has SQLite take the file for one of a newer format, which it may read and not write.
    mutating func forbidWriting() { bytes[18] = 3 }

    /// Damages the head of the first page of a table.
    ///
    /// - Returns: whether there is one.
    mutating func spoilRoot(ofTableAt root: Int) -> Bool {
      let page = (root - 1) * size
      guard page > 0, page < bytes.count, [Self.tableBranch, Self.tableLeaf].contains(bytes[page]) else { return false }
      bytes[page] ^= 1
      return true
    }

    func firstLeaf(ofTableAt root: Int) -> Int? {
      guard let page = branch(root) else { return nil }
      return leaf(page + number(page + 12))
    }

    private func lastLeaf(ofTableAt root: Int) -> Int? { branch(root).flatMap { leaf($0 + 8) } }

    private func branch(_ root: Int) -> Int? {
      let page = (root - 1) * size
      return page > 0 && page < bytes.count && bytes[page] == Self.tableBranch ? page : nil
    }

    /// The leaf whose number stands here.
    private func leaf(_ cell: Int) -> Int? {
      let leaf = ((number(cell) << 16 | number(cell + 2)) - 1) * size
      return leaf > 0 && leaf < bytes.count && bytes[leaf] == Self.tableLeaf ? leaf : nil
    }

    /// Exchanges bytes wherever they stand in an index; how often they did.
    mutating func exchange(_ old: [UInt8], by new: [UInt8]) -> Int {
      var count = 0
      for page in pages(Self.indexLeaf) {
        for start in page...(page + size - old.count) where bytes[start..<start + old.count].elementsEqual(old) {
          bytes.replaceSubrange(start..<start + old.count, with: new)
          count += 1
        }
      }
      return count
    }

    /// Gives a row with a number below 128 another one, and leaves it where it lies among the others: its cell is written
    /// anew in the free room of its page.
    ///
    /// - Returns: whether there was such a row, and room.
    mutating func renumber(_ sequence: UInt8, of id: UUID, as new: [UInt8]) -> Bool {
      for page in pages(Self.tableLeaf) {
        let cells = number(page + 3)
        for cell in 0..<cells {
          let pointer = page + 8 + 2 * cell
          let start = page + number(pointer)
          let length = bytes[start] < 0x80 ? 1 : 2
          let count = length == 1 ? Int(bytes[start]) : Int(bytes[start] & 0x7F) << 7 | Int(bytes[start + 1])
          let content = start + length + 1
          guard bytes[start + length] == sequence, content + count <= page + size,
            Data(bytes[content..<content + count]).range(of: Data(key(id))) != nil
          else { continue }
          let copy = Array(bytes[start..<start + length]) + new + Array(bytes[content..<content + count])
          let place = number(page + 5) - copy.count
          guard place >= 8 + 2 * cells else { return false }
          bytes.replaceSubrange(page + place..<page + place + copy.count, with: copy)
          for at in [page + 5, pointer] {
            bytes[at] = UInt8(place >> 8)
            bytes[at + 1] = UInt8(place & 0xFF)
          }
          return true
        }
      }
      return false
    }
  }

  func key(_ id: UUID) -> [UInt8] { withUnsafeBytes(of: id.uuid) { Array($0) } }

  /// Somebody hides a record from SQLite's own index of ids by one bit, and shows it again.
  struct HiddenRecord {
    let id: UUID
    let place: Place

    private var other: [UInt8] {
      var bytes = key(id)
      bytes[15] ^= 1
      return bytes
    }

    /// How often the id stood in the index.
    func hide() throws -> Int { try exchange(key(id), by: other) }

    @discardableResult
    func show() throws -> Int { try exchange(other, by: key(id)) }

    private func exchange(_ old: [UInt8], by new: [UInt8]) throws -> Int {
      var pages = try DatabasePages(place)
      let count = pages.exchange(old, by: new)
      try pages.write()
      return count
    }
  }
#endif
