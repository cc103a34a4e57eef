import SecurityPolicy

extension [ReportedCheck] {
  /// Which of these checks, the newest first, is left out where not all have room: never the newest; nil when there is no
  /// other. One rule for a history, for what is kept of it, and for a report, so that none of them loses what another
  /// one held on to.
  ///
  /// The oldest that accuses nothing goes first; then the oldest whose accusations and detecting probes another check has
  /// as well; then the oldest whose failed questions and categories another one has; then one whose every failed question
  /// and category stands in some of the others. So on a device where every check accuses of the same, whatever is found
  /// once stays.
  package var leaving: Int? {
    guard count > 1 else { return nil }
    let others = Array<Int>(indices.dropFirst().reversed())
    let answers = map(\.accusations)
    if let clean = others.first(where: { answers[$0].isEmpty }) { return clean }
    let found = map { $0.accusations.union($0.detecting) }
    for sets in [found, answers] {
      let contained = others.first { index in
        sets.indices.contains { $0 != index && sets[index].isSubset(of: sets[$0]) }
      }
      if let contained { return contained }
    }
    let covered = others.first { index in
      answers[index].allSatisfy { word in answers.indices.contains { $0 != index && answers[$0].contains(word) } }
    }
    return covered ?? count - 1
  }
}

extension ReportedCheck {
  /// The questions and categories that fail.
  package var accusations: Set<String> {
    var words = Set(verdicts.filter { $0.value == .yes }.map { "category." + $0.key.rawValue })
    if isRooted == .yes { words.insert("rooted") }
    if isHooked == .yes { words.insert("hooked") }
    if isDebugged == .yes { words.insert("debugged") }
    return words
  }

  /// The probes that saw something.
  fileprivate var detecting: Set<String> {
    Set(signals.filter { $0.observation == .detected }.map { "probe." + $0.probe })
  }

  /// With the probes' names and answers and without what they noted.
  package var wordless: ReportedCheck {
    var check = self
    check.signals = signals.map(\.bare)
    return check
  }
}

extension Signal {
  /// Without evidence.
  var bare: Signal {
    Signal(probe: probe, category: category, strength: strength, family: family, observation: observation)
  }
}
