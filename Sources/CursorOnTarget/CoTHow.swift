/// How the position of an event came about, such as `m-g` (by a machine, from GPS) or `h-e` (estimated by a human).
public struct CoTHow: Sendable, Hashable, CustomStringConvertible {
  /// By a machine, from a satellite receiver.
  public static let gps = CoTHow(known: "m-g")
  /// By a human, estimated.
  public static let estimated = CoTHow(known: "h-e")
  /// By a human, from gigo: typed in, of no known quality.
  public static let gigo = CoTHow(known: "h-g-i-g-o")

  public let description: String

  /// - Throws: ``CoTError/invalid(_:)`` `how`, as ``CoTType`` judges its text.
  public init(_ text: String) throws(CoTError) {
    guard CoTType.isHierarchy(text) else { throw .invalid(.how) }
    description = text
  }

  private init(known text: StaticString) { description = "\(text)" }
}
