/// From which sides of a bridge somebody has called for help under one uid.
public struct CallSides: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A peer of the mesh, and the bridge passed it on.
  public static let mesh = CallSides(rawValue: 1)
  /// Another client of the server, whether the bridge passed it on or not.
  public static let server = CallSides(rawValue: 2)
}
