#if Audit
  import Crypto

  /// Judging the files of a tree of which an earlier run said something.
  ///
  /// - Protects against: a finding that stays out because its cause lies in another file: a judgement says which files it
  ///   looked into and which names it looked up, found or not, and is made again when a name means something else, or
  ///   when another thing stands in a part of such a file to which one of the names leads.
  extension Audit {
    /// Beyond so many changed files all are judged.
    private static let mostChanged = 64

    struct Judged: Sendable {
      let record: AuditRecord
      /// Nil when nobody asked what it rests on.
      let facts: TreeFacts.File?
      /// Whether an earlier run said it.
      var isKnown = false
    }

    /// What the rules say about each file, in order.
    func judgeFiles(
      of project: Project, in tree: SourceTree, _ crew: WorkCrew, _ cache: AuditCache?, _ place: AuditCache.Place?
    ) -> [WorkCrew.Outcome<Judged>] {
      let units = project.units
      let keys = Self.keys(of: units, in: tree, place)
      let earlier = keys.flatMap { keys in
        cache.flatMap { cache in place.flatMap { Self.stillTrue(of: units, keys, cache.facts(at: $0), cache) } }
      }
      let manuals = Dictionary(asked.map { ($0.id, $0) }) { first, _ in first }
      let outcomes = crew.run(units.count) { row -> Judged in
        let unit = units[row]
        if let known = earlier?[row] ?? nil, let record = KeptReport.record(known.record, manuals) {
          return Judged(record: record, facts: known, isKnown: true)
        }
        guard let keys else { return Judged(record: judge(unit, in: project), facts: nil) }
        let (record, trace) = Trace.following(in: unit) { judge(unit, in: project) }
        let (names, places, isOfEverything) = trace.whole
        let elsewhere = record.files.subtracting([unit.path]).map { Trace.number(placesIn: $0) }
        return Judged(
          record: record,
          facts: TreeFacts.File(
            key: keys[row], role: unit.role.rawValue,
            names: elsewhere.isEmpty ? names : Set(names + elsewhere).sorted(), units: places,
            isOfEverything: isOfEverything, record: KeptReport.bytes(record)))
      }
      if let cache, let place, keys != nil { Self.keep(outcomes, cache, place) }
      return outcomes
    }

    /// Whether all was taken over from an earlier run.
    static func isKnown(_ outcomes: [WorkCrew.Outcome<Judged>]) -> Bool {
      outcomes.allSatisfy { outcome in
        guard case .answer(let judged) = outcome else { return false }
        return judged.isKnown
      }
    }

    /// Only when every file was judged in time, and one of them anew.
    private static func keep(_ outcomes: [WorkCrew.Outcome<Judged>], _ cache: AuditCache, _ place: AuditCache.Place) {
      guard !isKnown(outcomes) else { return }
      var files: [TreeFacts.File] = []
      for case .answer(let judged) in outcomes {
        if let facts = judged.facts { files.append(facts) }
      }
      if files.count == outcomes.count, !files.isEmpty { cache.keep(TreeFacts(files), at: place) }
    }

    /// The digests of the units' files; nil when not every source file became a unit.
    private static func keys(of units: [SourceUnit], in tree: SourceTree, _ place: AuditCache.Place?) -> [[UInt8]]? {
      guard let place else { return nil }
      let keys = zip(tree.files, place.keys).filter { SourceLanguage(path: $0.0.path) != nil }.map { Array($0.1) }
      return keys.count == units.count ? keys : nil
    }

    /// For each file what was said of it, where that holds; nil when all have to be judged.
    private static func stillTrue(
      of units: [SourceUnit], _ keys: [[UInt8]], _ facts: TreeFacts?, _ cache: AuditCache
    ) -> [TreeFacts.File?]? {
      guard let facts, facts.files.count == units.count else { return nil }
      var changed: [UInt32: TreeFacts.Difference] = [:]
      var names: Set<UInt32> = []
      for (row, file) in facts.files.enumerated() {
        let unit = units[row]
        let playsOther = file.role != unit.role.rawValue
        guard file.key != keys[row] || playsOther else { continue }
        changed[UInt32(row)] = .anything
        guard changed.count <= mostChanged else { return nil }
        names.formUnion([Trace.number(allOf: unit.path), Trace.number(placesIn: unit.path)])
        // In another role it brings the same into the index.
        guard file.key != keys[row] else { continue }
        guard let former = cache.formerUnit(file.key, of: unit.text),
          let others = Contributions(unit).names(otherThan: Contributions(former))
        else { return nil }
        names.formUnion(others)
        if !playsOther, let seen = FileParts.numbers(changedFrom: former, to: unit) {
          changed[UInt32(row)] = .under(seen)
        }
      }
      // What rests on everything rests on nothing that changed.
      guard !changed.isEmpty else { return facts.files }
      return facts.files.enumerated().map { row, file in
        changed[UInt32(row)] != nil || file.rests(on: changed, names) ? nil : file
      }
    }
  }
#endif
