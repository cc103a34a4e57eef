/// A row of a unit's table of names and texts. Row 0 is the empty text.
package struct NameID: Hashable, Sendable {
  package let raw: UInt32
  package init(raw: UInt32) { self.raw = raw }
  package static let none = NameID(raw: 0)
}

/// A row of a unit's table of expressions. Row 0 is no expression.
package struct ExpressionID: Hashable, Sendable {
  package let raw: UInt32
  package init(raw: UInt32) { self.raw = raw }
  package static let none = ExpressionID(raw: 0)
  package var isPresent: Bool { raw != 0 }
}

/// A row of a unit's table of declarations. Row 0 is the file itself; its steps are the code at top level.
package struct DeclarationID: Hashable, Sendable {
  package let raw: UInt32
  package init(raw: UInt32) { self.raw = raw }
  package static let file = DeclarationID(raw: 0)
}
