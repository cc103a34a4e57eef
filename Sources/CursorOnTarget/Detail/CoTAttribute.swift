/// An attribute of a ``CoTElement``.
public struct CoTAttribute: Sendable, Hashable {
  public let name: String
  public let value: CoTText

  /// - Throws: ``CoTError/invalidText`` for a name that ``CoTElement`` does not allow.
  public init(_ name: String, _ value: CoTText) throws(CoTError) {
    guard CoTElement.isName(name) else { throw .invalidText }
    self.name = name
    self.value = value
  }

  init(known name: String, _ value: CoTText) {
    self.name = name
    self.value = value
  }
}
