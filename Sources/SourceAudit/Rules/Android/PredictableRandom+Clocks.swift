/// What reads the clock, and whether that is for a time.
extension PredictableRandom {
  private static let timers = ["currentTimeMillis", "nanoTime", "elapsedRealtime"]
  /// Members and calls that show a moment as a number, and the call that makes the moment now.
  private static let views = [
    "time": "Date", "getTime": "Date", "timeInMillis": "getInstance", "getTimeInMillis": "getInstance",
    "toEpochMilli": "now", "toEpochMilliseconds": "now", "epochSecond": "now", "getEpochSecond": "now",
  ]
  /// Types whose calls take a text, a time or a number, and make no more of it.
  private static let plain: Set<String> = [
    "String", "StringBuilder", "Date", "Long", "Integer", "BigInteger", "Random",
  ]

  /// Every place of a unit that may read the clock.
  func readings(in unit: SourceUnit) -> [Expression] {
    let members = unit.mentions(Self.views.keys.sorted()).filter { $0.kind == .member }
    let readings: [Expression] = members.map { member in
      guard let call = member.parent, call.kind == .call, call.calleeID == member.id else { return member }
      return call
    }
    return unit.calls(Self.timers) + readings
  }

  func isClock(_ part: Expression, _ project: Project) -> Bool {
    switch part.kind {
    case .member: shows(part.name, of: part.first, project)
    case .call: Self.timers.contains(part.calledName) || shows(part.calledName, of: part.receiver, project)
    default: false
    }
  }

  /// Of `Date()`, `Calendar.getInstance()`, `Instant.now()`, also behind a variable.
  private func shows(_ view: String, of moment: Expression?, _ project: Project) -> Bool {
    guard let maker = Self.views[view], let moment else { return false }
    return project.origins(of: moment).passed.contains { made in
      guard made.calledName == maker else { return false }
      switch maker {
      case "Date": return made.arguments.isEmpty
      case "now": return made.receiver?.name.first?.isUppercase ?? false
      default: return made.receiver?.name.hasSuffix("Calendar") ?? false
      }
    }
  }

  /// Whether what stands around a clock makes it a time: a span, a sum, the name of a file, the stamp of an object.
  func isTime(_ clock: Expression, _ project: Project) -> Bool {
    let around = Self.outwards(from: clock)
    let type = around.last.flatMap { project.type(of: $0) }
    if Self.isSpan(around, isNumber: type.map { FixedText.numbers.contains($0) } ?? false) { return true }
    let pieces = around + around.filter { $0.kind == .binary }.flatMap(\.children)
    if pieces.contains(where: Self.endsFileName) { return true }
    return zip(around, around.dropFirst()).contains { part, call in
      call.kind == .call && call.calleeID != part.id && call.node.listCount > 1
        && call.calledName.first?.isUppercase == true && !Self.plain.contains(call.calledName)
    }
  }

  /// - Parameters:
  ///   - outwards: from a clock to a value that is made of it.
  ///   - isNumber: whether that is a number. Of a remainder a code is made.
  static func isSpan(_ outwards: [Expression], isNumber: Bool) -> Bool {
    for part in outwards {
      if part.kind == .binary, part.name == "-" { return true }
      if part.kind == .binary && part.name == "%" || ["rem", "mod"].contains(part.calledName) { return false }
    }
    return isNumber && outwards.contains { $0.kind == .binary && ["+", "*", "/"].contains($0.name) }
  }

  /// An expression and all that it stands in.
  static func outwards(from place: Expression) -> [Expression] {
    var found = [place]
    while let parent = found.last?.parent { found.append(parent) }
    return found
  }

  /// `"notes-$now.zip"`, `".csv"`
  static func endsFileName(_ text: Expression) -> Bool {
    guard text.kind == .string, let last = text.list.last, !last.value.isPresent else { return false }
    let piece = text.unit.name(last.name)
    guard let dot = piece.lastIndex(of: ".") else { return false }
    let ending = piece[piece.index(after: dot)...]
    return (2...5).contains(ending.count) && ending.first?.isLetter == true
      && ending.allSatisfy { $0.isLowercase || $0.isNumber }
  }
}
