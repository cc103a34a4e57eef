/// How much one event may hold. Reader and writer keep to the same numbers, so what one of them makes the other takes.
public struct CoTLimits: Sendable, Hashable {
  /// Most bytes of one event. ATAK's receive buffer has 64 KiB and drops what is bigger.
  public var maximumBytes: Int
  /// Most levels of elements, the event itself included.
  public var maximumDepth: Int
  /// Most elements of one event.
  public var maximumElements: Int
  /// Most attributes of one element, at most 64.
  public let maximumAttributes: Int

  static let mostAttributes = 64

  /// More than 64 attributes are cut to 64.
  public init(
    maximumBytes: Int = 64 << 10, maximumDepth: Int = 16, maximumElements: Int = 1000, maximumAttributes: Int = 64
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumElements = maximumElements
    self.maximumAttributes = min(maximumAttributes, Self.mostAttributes)
  }
}
