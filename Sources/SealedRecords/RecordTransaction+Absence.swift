#if Records
  import Foundation
  import GRDB

  /// Whether there is a record with an id. SQLite's own index of ids is under no seal: what it does not show proves nothing,
  /// and a record that it hid while another was stored in its place, or while it was to be deleted, would come back.
  extension RecordTransaction {
    /// What an entry whose id begins like the one asked for stands for.
    private enum Match {
      case nothing
      case other
      case same
      /// Its row cannot tell.
      case unknown(RecordError)
    }

    private typealias Found = (sequence: Int64, entry: IndexLeaf.Entry, match: Match)

    /// The row that SQLite shows for an id.
    func shown(_ id: UUID) throws -> Int64? {
      try Int64.fetchOne(
        index.database.cachedStatement(sql: "SELECT sequence FROM record WHERE id = ?"), arguments: [Self.key(id)])
    }

    /// Expects that there is no record with this id.
    ///
    /// - Throws: the reason why that cannot be said.
    func expectAbsent(_ id: UUID) throws {
      let (found, unread) = try alike(id)
      for entry in found {
        switch entry.match {
        case .nothing, .other: continue
        case .unknown(.removedRow(let sequence)): throw RecordError.removedRow(sequence: sequence)
        case .unknown(.unreadableRow(let sequence)): throw RecordError.unreadableRow(sequence: sequence)
        // Another record whose id begins alike opens; one whose id was changed does not.
        case .same, .unknown: throw RecordError.altered(id)
        }
      }
      if let place = unread.first { throw RecordError.indexDamaged(level: Int(place.level), place: place.index) }
    }

    /// Removes the record with this id; none is no error.
    func remove(_ id: UUID) throws {
      let isTaken = try takeShown(id, isStoring: false)
      try takeHidden(id)
      if !isTaken { try expectAbsent(id) }
    }

    /// Takes out the record that SQLite shows for an id.
    ///
    /// - Parameters:
    ///   - isStoring: a record is about to take its place. Where rows whose ids begin alike do not open, nothing tells which
    ///     of them was this record: the row shown goes, and ``vacate(_:isReplacing:)`` gives all of them up.
    ///   - evenExchanged: takes a row whose id was exchanged out of the way; the record that it was is told as removed from
    ///     then on.
    /// - Returns: whether it was a record.
    /// - Throws: ``RecordError/altered(_:)`` where another record would go.
    @discardableResult
    func takeShown(_ id: UUID, isStoring: Bool = true, evenExchanged: Bool = false) throws -> Bool {
      guard let sequence = try shown(id) else { return false }
      switch try match(sequence, id) {
      case .same:
        try takeOut(sequence, id)
        return true
      case .nothing: break
      case .other: guard evenExchanged else { throw RecordError.altered(id) }
      case .unknown: guard isStoring else { throw RecordError.altered(id) }
      }
      try delete(sequence)
      return false
    }

    /// What the entry of the row that SQLite shows for an id stands for. One that does not open is the record asked for if no
    /// other entry can be. Opens rows, and needs their keys, only where that is in question.
    private func match(_ sequence: Int64, _ id: UUID) throws -> Match {
      guard let entry = try index[sequence] else { return .nothing }
      guard entry.idPrefix == StoredRow.prefix(of: id) else { return .other }
      if index.ids?.sequence(of: id) == sequence { return .same }
      let alike = try index.search(id).alike.flatMap(\.entries)
      guard alike.contains(where: { $0.sequence == sequence }) else { return .other }
      let others = alike.filter { $0.sequence != sequence && $0.entry.tag != .givenUp }
      // The only one, unless SQLite's index leads from this id to a row of another.
      if others.isEmpty, try !namesOther(sequence, id) { return .same }
      let own = try judge(sequence, entry, id).0
      guard case .unknown = own else { return own }
      var isCertain = true
      for other in others {
        switch try judge(other.sequence, other.entry, id).0 {
        case .same: return .other
        case .unknown: isCertain = false
        case .nothing, .other: continue
        }
      }
      return isCertain ? .same : own
    }

    /// Whether a row says that it has another id; false where it says none.
    private func namesOther(_ sequence: Int64, _ id: UUID) throws -> Bool {
      do { return try row(at: sequence).map { $0.id != id } ?? false } catch is RecordError { return false }
    }

    /// Takes out the record with this id that SQLite does not show.
    private func takeHidden(_ id: UUID) throws {
      for entry in try alike(id).found {
        if case .same = entry.match { try takeOut(entry.sequence, id) }
      }
    }

    /// Sees to it that no entry stands for this id, also none that somebody puts its row back for.
    ///
    /// - Parameter isReplacing: takes a record with this id out, instead of refusing another one.
    func vacate(_ id: UUID, isReplacing: Bool) throws {
      if !isReplacing, try index.mayHold(id), try shown(id) != nil { throw RecordError.duplicate(id) }
      let (found, unread) = try alike(id)
      for (sequence, known, match) in found {
        switch match {
        case .nothing, .other: continue
        case .same:
          guard isReplacing else { throw RecordError.duplicate(id) }
          try takeOut(sequence, id)
        case .unknown(.newerRow(let id)): throw RecordError.newerRow(id)
        case .unknown:
          // It may be this record or another one: told as removed or older from then on.
          var entry = known
          entry.tag = .givenUp
          try index.set(entry, at: sequence)
        }
      }
      if !isReplacing { try expectNone(below: unread, id) }
      try index.giveUp(unread)
    }

    /// Expects that SQLite shows no row with this id below places that could not be read: a repair would bring its
    /// record back.
    ///
    /// - Throws: ``RecordError/duplicate(_:)`` where the row opens, and for another one that only a repair can judge
    ///   it.
    private func expectNone(below places: [IndexPlace], _ id: UUID) throws {
      guard !places.isEmpty, let sequence = try shown(id),
        let place = places.first(where: { $0.sequences.contains(sequence) }),
        let row = try self.row(at: sequence), row.id == id
      else { return }
      guard try rebuilt(row) == nil else { throw RecordError.duplicate(id) }
      throw RecordError.indexDamaged(level: Int(place.level), place: place.index)
    }

    private func takeOut(_ sequence: Int64, _ id: UUID) throws {
      try index.set(nil, at: sequence)
      index.ids?.remove(id)
      try delete(sequence)
    }

    /// The entries that may stand for an id, and places of the index below which there may be more.
    private func alike(_ id: UUID) throws -> (found: [Found], unread: [IndexPlace]) {
      let (alike, unread) = try index.search(id)
      var found: [Found] = []
      var isCertain = unread.isEmpty
      for leaf in alike {
        var ids: [(id: UUID, sequence: Int64)]? = leaf.isAll ? [] : nil
        for (sequence, entry) in leaf.entries {
          let (match, other) = try judge(sequence, entry, id)
          found.append((sequence, entry, match))
          switch match {
          case .nothing: continue
          case .other, .same:
            if let other { ids?.append((other, sequence)) }
            if case .same = match { isCertain = false }
          case .unknown:
            ids = nil
            isCertain = false
          }
        }
        if let ids { index.ids?.resolve(StoredRow.prefix(of: id), leaf.leaf, ids) }
      }
      if isCertain { index.ids?.remove(id) }
      return (found, unread)
    }

    /// What an entry stands for, and the id of its record.
    private func judge(_ sequence: Int64, _ entry: IndexLeaf.Entry, _ id: UUID) throws -> (Match, UUID?) {
      guard entry.tag != .givenUp else { return (.nothing, nil) }
      do {
        guard let row = try row(at: sequence) else { return (.unknown(.removedRow(sequence: sequence)), nil) }
        let record = try unsealed(row, entry).0
        return (record.id == id ? .same : .other, record.id)
      } catch let error as RecordError {
        return (.unknown(error), nil)
      }
    }
  }
#endif
