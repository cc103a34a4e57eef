/// What an event says beyond who, what, when and where.
///
/// Each known element stands at most once; everything else is kept as ``CoTElement`` in its order, bounded by
/// ``CoTLimits``. It is kept, not understood: a program that acts on such an element has to judge it.
public struct CoTDetail: Sendable, Hashable {
  public var contact: CoTContact?
  public var group: CoTGroup?
  public var software: CoTSoftware?
  public var status: CoTStatus?
  public var track: CoTTrack?
  public var droid: CoTDroid?
  public var precisionLocation: CoTPrecisionLocation?
  public var remarks: CoTRemarks?
  public var marti: CoTMarti?
  public var chat: CoTChat?
  public var emergency: CoTEmergency?
  public private(set) var others: [CoTElement] = []

  public init() {}

  /// Adds an element that has no type of its own here, or sets the property of one that has.
  ///
  /// - Throws: ``CoTError`` `duplicate` for a second element of a known name; what the type of that name throws.
  public mutating func add(_ element: CoTElement) throws(CoTError) { try add(ScannedElement(element)) }

  mutating func add(_ element: ScannedElement) throws(CoTError) {
    switch element.name {
    case CoTContact.name: try Self.set(&contact, element)
    case CoTGroup.name: try Self.set(&group, element)
    case CoTSoftware.name: try Self.set(&software, element)
    case CoTStatus.name: try Self.set(&status, element)
    case CoTTrack.name: try Self.set(&track, element)
    case CoTDroid.name: try Self.set(&droid, element)
    case CoTPrecisionLocation.name: try Self.set(&precisionLocation, element)
    case CoTRemarks.name: try Self.set(&remarks, element)
    case CoTMarti.name: try Self.set(&marti, element)
    case CoTChat.name: try Self.set(&chat, element)
    case CoTEmergency.name: try Self.set(&emergency, element)
    default: others.append(element.kept)
    }
  }

  /// Removes every element without a type of its own that the rule does not keep.
  public mutating func keepOthers(where isKept: (CoTElement) -> Bool) { others.removeAll { !isKept($0) } }

  /// All elements in the order in which they are written: the known ones, then the others.
  public var elements: [CoTElement] {
    let known: [(any KnownElement)?] = [
      contact, group, software, status, track, droid, precisionLocation, remarks, marti, chat, emergency,
    ]
    return known.compactMap { $0?.element } + others
  }

  private static func set<Known: KnownElement>(_ place: inout Known?, _ element: ScannedElement) throws(CoTError) {
    guard place == nil else { throw .duplicate(Known.field) }
    place = try Known(element)
  }
}
