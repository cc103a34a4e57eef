/// Which versions of the TAK protocol somebody in the mesh speaks.
public struct TAKVersionRange: Sendable, Hashable {
  public let minimum: UInt32
  public let maximum: UInt32
  /// Whom it is about; nil when it rides on an event, whose uid it is then.
  public let contact: CoTLine?

  /// 0 stands for 1.
  public init(minimum: UInt32 = 1, maximum: UInt32 = 1, contact: CoTLine? = nil) {
    self.minimum = max(minimum, 1)
    self.maximum = max(maximum, 1)
    self.contact = contact
  }
}
