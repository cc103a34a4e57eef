/// When the device is checked: each check at a random moment between the two bounds after the last one.
public struct IntegrityRequirement: Sendable, Hashable {
  public var minimumInterval: Duration = .seconds(30 * 60)
  public var maximumInterval: Duration = .seconds(180 * 60)

  public init() {}
}
