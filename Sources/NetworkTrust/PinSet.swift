/// The keys that one server may be known by: one in use and at least one in reserve, so that losing a key does not
/// lock every installed app out.
///
/// Source: RFC 7469, section 4.3 (backup pins); MASVS-NETWORK-2.
public struct PinSet: Sendable, Hashable {
  public static let minimumCount = 2

  /// In the order given, each once: the first is the key in use, the others are in reserve.
  public let ordered: [ServerPin]
  public let pins: Set<ServerPin>

  /// - Throws: ``NetworkError/tooFewPins(minimum:)`` for fewer than two different pins.
  public init(_ pins: some Sequence<ServerPin>) throws(NetworkError) {
    var seen: Set<ServerPin> = []
    ordered = pins.filter { seen.insert($0).inserted }
    self.pins = seen
    guard self.pins.count >= Self.minimumCount else { throw .tooFewPins(minimum: Self.minimumCount) }
  }

  /// From the pins of a policy's environment.
  /// - Throws: ``NetworkError/malformedPin``, ``NetworkError/tooFewPins(minimum:)``
  public init(base64: [String]) throws(NetworkError) {
    var pins: [ServerPin] = []
    for text in base64 { pins.append(try ServerPin(base64: text)) }
    try self.init(pins)
  }

  /// Whether this key is one of the pinned ones.
  public func contains(_ pin: ServerPin) -> Bool { pins.contains(pin) }
}
