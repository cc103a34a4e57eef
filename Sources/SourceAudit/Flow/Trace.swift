/// What a question to a project rests on: the names that were looked up, whether they were found or not, the files that
/// were looked into, and the names that these were searched for. A kept answer stays right as long as no name means
/// something else, and in no such file a part has changed that one of the names leads to (``FileParts``).
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
  /// The file that is judged: when it changes, it is judged again, whatever was seen in it.
  private let home: SourceUnit?

  private init(home: SourceUnit?) { self.home = home }

  /// Answers, and says what the answer rests on, beside the file itself that is judged.
  static func following<Answer>(in home: SourceUnit? = nil, _ work: () -> Answer) -> (answer: Answer, trace: Trace) {
    let trace = Trace(home: home)
    return ($current.withValue(trace) { work() }, trace)
  }

  /// Somebody searches a file for what mentions these names.
  static func note(mentionsOf names: [String], in unit: SourceUnit) {
    guard let trace = current, trace.home !== unit else { return }
    for name in names { trace.note(name: number(mentioning: name)) }
  }

  /// Somebody asks whether a name stands in a file at all.
  static func note(presenceOf name: String, in unit: SourceUnit) {
    guard let trace = current, trace.home !== unit else { return }
    trace.note(name: number(name, calls: true))
  }

  /// Somebody goes through a file from one end to the other.
  static func note(allOf unit: SourceUnit) {
    guard let trace = current, trace.home !== unit else { return }
    trace.note(name: number(allOf: unit.path))
  }

  func note(name: UInt32) { if !names.suffix(4).contains(name) { names.append(name) } }
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
    number(name, from: calls ? 0x9e37_79b9_7f4a_7c15 : 0xcbf2_9ce4_8422_2325)
  }

  /// The number of what is asked for when a file is searched for mentions of a name.
  static func number(mentioning name: String) -> UInt32 { number(name, from: 0xc2b2_ae3d_27d4_eb4f) }

  /// The number of what is asked for when the question is who imports something with this word in its name.
  static func number(importing word: some StringProtocol) -> UInt32 { number("import \(word)") }

  /// The number of a file whose every line counts.
  static func number(allOf path: String) -> UInt32 { number(path, from: 0x1656_67b1_9e37_79f9) }

  /// The number of a file whose lines and columns stand in what was written down about another.
  static func number(placesIn path: String) -> UInt32 { number(path, from: 0x27d4_eb2f_1656_67c5) }

  private static func number(_ text: String, from start: UInt64) -> UInt32 {
    var hash = start
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
  /// The number of what is asked for when the question is whether an app begins in the project.
  static func number(beginningOnApple isApple: Bool) -> UInt32 { number(isApple ? "begin Apple" : "begin Android") }
}
