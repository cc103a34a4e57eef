/// An element of the detail that has a type of its own. What its type does not know is kept beside it, so that reading
/// and writing loses nothing.
protocol KnownElement {
  static var name: String { get }
  static var field: CoTField { get }

  init(_ element: ScannedElement) throws(CoTError)

  /// The plain form, attributes in one order.
  var element: CoTElement { get }
}
