#if Records
  import Crypto
  import Foundation
  import GRDB

  /// The index inside one transaction: a tree whose leaves say what the rows must be, whose branches say what the
  /// leaves must be, and whose top is sealed in the header with the generation.
  ///
  /// Whatever is read is compared with what the place above says of it, up to the header; the header is compared with
  /// the newest state that this process or the anchor knows.
  final class RecordIndex {
    let database: Database
    let store: [UInt8]
    /// What a wipe that was begun has written; nil when none was.
    private let mark: [UInt8]?
    /// The state that the transaction began with.
    let state: RecordState
    var header: IndexHeader
    private let original: IndexHeader
    private(set) var seal: IndexSeal
    private let keys: KeyRing
    private var leaves: [Int64: IndexLeaf] = [:]
    private var branches: [IndexPlace: IndexBranch] = [:]
    private(set) var changed: Set<Int64> = []
    /// Which records may have an id, as far as this transaction needed to know it. Nil after a repair: what that brings back
    /// is not in it.
    var ids: IDPlaces?
    /// Places that could not be read, without the seal that they had.
    private var givenUp: [IndexPlace: IndexChild] = [:]
    /// What this attempt, or one before it, could not read of the file.
    var unreadable = Unreadable()
    /// Whether this attempt met a damaged page below the index: SQLite refuses whatever it is to write then.
    private(set) var hasMetDamage = false
    /// Whether pages were left that nothing in the file leads to any more.
    var hasLoosePages = false

    /// Reads the top of the index, where the tables are known as ours.
    init(_ database: Database, keys: KeyRing) throws {
      guard let shown = try ShownHeader(database), let version = shown.version else { throw Self.topDamaged }
      store = shown.store
      mark = shown.mark
      seal = try keys.index(version)
      guard
        let plain = seal.open(shown.sealed, store: shown.store, place: .header),
        let header = try? IndexHeader(parsing: plain),
        let state = Self.state(shown.store, header, shown.sealed)
      else { throw Self.topDamaged }
      guard header.sequence < IndexHeader.sequenceLimit else { throw RecordError.unusableSequence(header.sequence) }
      self.header = header
      original = header
      self.state = state
      self.database = database
      self.keys = keys
    }

    /// The first state of a new store; its header is not written yet.
    init(
      creating header: IndexHeader, store: [UInt8], keyVersion: UInt32, in database: Database,
      keys: KeyRing,
      using random: inout any RandomNumberGenerator & Sendable
    ) throws {
      seal = try keys.index(keyVersion)
      let sealed = try seal.seal(header.bytes, store: store, place: .header, using: &random)
      try database.execute(
        sql: "INSERT INTO header (one, store, index_key, wipe, sealed) VALUES (1, ?, ?, NULL, ?)",
        arguments: [Data(store), Int64(keyVersion), sealed.bytes])
      guard let state = Self.state(store, header, sealed.bytes) else {
        throw RecordError.sealingFailed
      }
      self.state = state
      self.header = header
      original = header
      self.store = store
      mark = nil
      self.database = database
      self.keys = keys
    }

    static let topLevel = 255
    static let topDamaged = RecordError.indexDamaged(level: topLevel, place: 0)

    private static func state(_ store: [UInt8], _ header: IndexHeader, _ sealed: Data)
      -> RecordState?
    {
      RecordState(
        store: store, generation: header.generation, digest: Array(SHA256.hash(data: sealed)))
    }

    /// Refuses a store that a wipe was begun for: the next opening erases it.
    func refuseMark() throws(RecordError) {
      guard let mark else { return }
      throw seal.isWipeMark(mark, store: store) ? RecordError.wipePending : Self.topDamaged
    }

    func leaf(_ index: Int64) throws -> IndexLeaf {
      if let leaf = leaves[index] { return leaf }
      let leaf =
        try child(of: .leaf(index)).map { try self.leaf(index, sealed: $0.tag) } ?? IndexLeaf()
      leaves[index] = leaf
      return leaf
    }

    /// What the index says about a sequence number.
    subscript(sequence: Int64) -> IndexLeaf.Entry? {
      get throws { try leaf(sequence >> IndexLeaf.bits)[Int(sequence & (IndexLeaf.span - 1))] }
    }

    func set(_ entry: IndexLeaf.Entry?, at sequence: Int64) throws {
      let index = sequence >> IndexLeaf.bits
      if leaves[index] == nil { _ = try leaf(index) }
      leaves[index]?[Int(sequence & (IndexLeaf.span - 1))] = entry
      changed.insert(index)
    }

    /// Seals this leaf anew, whatever changed in it.
    func touch(_ index: Int64) throws {
      _ = try leaf(index)
      changed.insert(index)
    }

    /// Puts new leaves in place of what is damaged below and at a place; leaves that are not given are gone.
    func replace(_ place: IndexPlace, by new: [Int64: IndexLeaf]) {
      ids = nil
      if place.level > 0 { branches[place] = IndexBranch() }
      if place.level == 0 { leaves[place.index] = IndexLeaf() }
      changed.insert(place.index << (Int64(place.level) * IndexBranch.bits))
      for (index, leaf) in new {
        leaves[index] = leaf
        changed.insert(index)
        // What stood between was damaged with its parent: nothing of it is believed.
        var between = IndexPlace.leaf(index)
        while between.level + 1 < place.level {
          between = between.parent
          branches[between] = branches[between] ?? IndexBranch()
        }
      }
      for index in changed where leaves[index] == nil { leaves[index] = IndexLeaf() }
    }

    /// Gives up places that cannot be read: what is put back there is not believed either, until a repair builds them anew.
    func giveUp(_ places: [IndexPlace]) throws {
      for place in places where givenUp[place] == nil {
        guard var known = try child(of: place), known.tag != .givenUp else { continue }
        known.tag = .givenUp
        givenUp[place] = known
      }
    }

    /// How many rows the table is walked through for: those that the index knew when the transaction began, those that
    /// were stored since, and some that others planted.
    var rowLimit: Int {
      let sealed = original.root?.zones.reduce(0) { $0 + Int($1.count) } ?? 0
      return sealed + Int(header.sequence - original.sequence) + RowWalk.plantedLimit
    }

    func child(of place: IndexPlace) throws -> IndexChild? {
      if place.level >= header.height {
        return place.level == header.height && place.index == 0 ? header.root : nil
      }
      return try branch(place.parent)[place.slot]
    }

    private func branch(_ place: IndexPlace) throws -> IndexBranch {
      if let branch = branches[place] { return branch }
      let branch =
        try child(of: place).map { try self.branch(place, sealed: $0.tag) } ?? IndexBranch()
      branches[place] = branch
      return branch
    }

    private func leaf(_ index: Int64, sealed tag: SealTag) throws -> IndexLeaf {
      guard let leaf = try? IndexLeaf(parsing: try node(.leaf(index), sealed: tag)) else {
        throw try damage(.leaf(index), tag)
      }
      return leaf
    }

    func branch(_ place: IndexPlace, sealed tag: SealTag) throws -> IndexBranch {
      guard let branch = try? IndexBranch(parsing: try node(place, sealed: tag)) else {
        throw try damage(place, tag)
      }
      return branch
    }

    /// The error of the database or of a missing key, if there is one, goes before that of the index.
    private func damage(_ place: IndexPlace, _ tag: SealTag) throws -> RecordError {
      _ = try node(place, sealed: tag)
      return .indexDamaged(level: Int(place.level), place: place.index)
    }

    /// A node as it lies in the file, if it is the one that this seal stands for.
    func node(_ place: IndexPlace, sealed tag: SealTag) throws -> [UInt8] {
      let damaged = RecordError.indexDamaged(level: Int(place.level), place: place.index)
      guard !unreadable.places.contains(place) else { throw damaged }
      let sealed: Data?
      do {
        sealed = try Data.fetchOne(
          database.cachedStatement(sql: "SELECT sealed FROM node WHERE place = ?"), arguments: [place.key])
      } catch let error as DatabaseError where error.resultCode == .SQLITE_TOOBIG {
        // None of ours, and no page keeps another one from taking its place.
        throw damaged
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        unreadable.places.insert(place)
        hasMetDamage = true
        throw damaged
      }
      guard let sealed, let envelope = try? SealedEnvelope(sealed), envelope.tag == tag else {
        throw damaged
      }
      let version = envelope.keyVersion
      guard version == seal.version || version == header.oldIndexKey && version != 0 else {
        throw damaged
      }
      guard let plain = try keys.index(version).open(sealed, store: store, place: place) else {
        throw damaged
      }
      return plain
    }

    /// Visits the leaves below which a zone matches, ascending, until `visit` returns false. Keeps one path in memory.
    ///
    /// - Parameter damaged: is told of each place that cannot be used; what lies elsewhere is visited all the same.
    func walk(
      from first: Int64 = 0, where matches: (IndexZone) -> Bool,
      damaged: (RecordError) throws -> Void = { throw $0 },
      _ visit: (Int64, IndexLeaf) throws -> Bool
    ) throws {
      func descend(_ place: IndexPlace, _ child: IndexChild) throws -> Bool {
        let last = (place.index + 1) << (Int64(place.level) * IndexBranch.bits)
        guard last > first, child.zones.contains(where: matches) else { return true }
        do {
          if place.level == 0 {
            return try visit(place.index, try leaf(place.index, sealed: child.tag))
          }
          for (slot, below) in try branch(place, sealed: child.tag).slots {
            guard try descend(place.child(slot), below) else { return false }
          }
        } catch let error as RecordError {
          guard case .indexDamaged(let level, let index) = error, level == Int(place.level),
            index == place.index
          else { throw error }
          try damaged(error)
        }
        return true
      }
      if let root = header.root {
        _ = try descend(IndexPlace(level: header.height, index: 0), root)
      }
    }

    /// Replaces the key of the index: from here on every node that is written is sealed under it.
    func change(to version: UInt32) throws {
      header.oldIndexKey = seal.version
      seal = try keys.index(version)
    }

    /// Writes what changed, from the leaves up, and the header with the next generation; nothing when nothing changed.
    func commit(using random: inout any RandomNumberGenerator & Sendable) throws -> RecordState {
      guard !changed.isEmpty || !givenUp.isEmpty || header != original else {
        ids?.settle(at: state, isGivenUp: false)
        return state
      }
      if unreadable.isInNodes { try copyNodes() }
      var level: [Int64: IndexChild?] = [:]
      for index in changed {
        guard let leaf = leaves[index] else { continue }
        level[index] = try write(
          leaf.entries.isEmpty ? nil : leaf.bytes, leaf.zones, at: .leaf(index), using: &random)
      }
      var formerRoots: [UInt8: IndexChild] = [:]
      while let last = changed.max(), last >> (Int64(header.height) * IndexBranch.bits) != 0 {
        formerRoots[header.height] = header.root
        header.height += 1
        header.root = nil
      }
      for height in 0..<header.height {
        addGivenUp(at: height, to: &level)
        if let root = formerRoots[height], !level.keys.contains(0) { level[0] = root }
        var above: [Int64: IndexChild?] = [:]
        for (parent, below) in Dictionary(grouping: level, by: { $0.key >> IndexBranch.bits }) {
          let place = IndexPlace(level: height + 1, index: parent)
          var branch = try branch(place)
          for (index, child) in below { branch[index & (IndexBranch.span - 1)] = child }
          branches[place] = branch
          above[parent] = try write(
            branch.isEmpty ? nil : branch.bytes, branch.zones, at: place, using: &random)
        }
        level = above
      }
      addGivenUp(at: header.height, to: &level)
      if let root = level[0] { header.root = root }
      let newest = try writeHeader(using: &random)
      ids?.settle(at: newest, isGivenUp: !givenUp.isEmpty)
      return newest
    }

    private func addGivenUp(at height: UInt8, to level: inout [Int64: IndexChild?]) {
      for (place, child) in givenUp where place.level == height && !level.keys.contains(place.index) {
        level[place.index] = child
      }
    }

    private func write(
      _ plain: [UInt8]?, _ zones: [IndexZone], at place: IndexPlace,
      using random: inout any RandomNumberGenerator & Sendable
    ) throws -> IndexChild? {
      guard let plain else {
        try writeNode("DELETE FROM node WHERE place = ?", [place.key])
        return nil
      }
      let sealed = try seal.seal(plain, store: store, place: place, using: &random)
      try writeNode("INSERT OR REPLACE INTO node (place, sealed) VALUES (?, ?)", [place.key, sealed.bytes])
      return IndexChild(tag: sealed.tag, zones: zones)
    }

    private func writeNode(_ sql: String, _ arguments: StatementArguments) throws {
      do {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        // The next attempt makes the table of nodes anew.
        if !hasMetDamage { unreadable.hasNodes = true }
        throw error
      }
    }

    private func writeHeader(using random: inout any RandomNumberGenerator & Sendable) throws
      -> RecordState
    {
      header.generation += 1
      let sealed = try seal.seal(header.bytes, store: store, place: .header, using: &random)
      try database.cachedStatement(sql: "UPDATE header SET index_key = ?, sealed = ? WHERE one = 1")
        .execute(arguments: [Int64(seal.version), sealed.bytes])
      guard let state = Self.state(store, header, sealed.bytes) else {
        throw RecordError.sealingFailed
      }
      return state
    }
  }
#endif
