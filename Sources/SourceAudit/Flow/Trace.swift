/// What a question to a project rests on: the names that were looked up, whether they were found or not, and the files
/// that were looked into. A kept answer stays right as long as none of them has changed.
///
/// Answers that were worked out before bring their own trace along, as a part.
final class Trace: @unchecked Sendable {  // @unchecked: filled by one thread; others read it behind the lock of a cache
  /// That of the question that this thread works at.
  @TaskLocal static var current: Trace?

  private(set) var names: [UInt32] = []
  private(set) var units: [UInt32] = []
  private var parts: [Trace] = []
  /// Whether every file was looked at.
  private(set) var isOfEverything = false

  /// Answers, and says what the answer rests on.
  static func following<Answer>(_ work: () -> Answer) -> (answer: Answer, trace: Trace) {
    let trace = Trace()
    return ($current.withValue(trace) { work() }, trace)
  }

  func note(name: UInt32) { if names.last != name { names.append(name) } }
  func note(unit: UInt32) { if units.last != unit { units.append(unit) } }
  func noteEverything() { isOfEverything = true }
  func note(_ part: Trace) {
    guard !part.isEmpty, parts.last !== part else { return }
    parts.append(part)
  }

  private var isEmpty: Bool { names.isEmpty && units.isEmpty && parts.isEmpty && !isOfEverything }

  /// With all parts, each name and file once, sorted.
  var whole: (names: [UInt32], units: [UInt32], isOfEverything: Bool) {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var waiting = [self]
    var (names, units): (Set<UInt32>, Set<UInt32>) = ([], [])
    var isOfEverything = false
    while let next = waiting.popLast() {
      names.formUnion(next.names)
      units.formUnion(next.units)
      isOfEverything = isOfEverything || next.isOfEverything
      for part in next.parts where seen.insert(ObjectIdentifier(part)).inserted { waiting.append(part) }
    }
    return (names.sorted(), units.sorted(), isOfEverything)
  }

  /// A name as a number, the same in every process: 32 bits of FNV-1a. Two names of one number cost a file that is
  /// judged again without need.
  /// - Parameter calls: what is asked for is who mentions and calls the name, and not where it is declared.
  static func number(_ name: String, calls: Bool = false) -> UInt32 {
    var hash: UInt64 = calls ? 0x9e37_79b9_7f4a_7c15 : 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  /// The number of what is asked for when the question is who imports something with this word in its name.
  static func number(importing word: some StringProtocol) -> UInt32 { number("import \(word)") }
}
