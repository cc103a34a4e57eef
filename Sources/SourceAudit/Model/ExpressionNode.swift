/// One expression as it lies in a unit's table: 32 bytes, no references. Rules read it through ``Expression``.
///
/// What the fields mean depends on the kind:
///
/// | kind | name | first | list |
/// | --- | --- | --- | --- |
/// | name | the name | | |
/// | member | the member | base, absent for `.member` | |
/// | call | | callee (a name, a member or any expression) | arguments: label, value |
/// | index | | base | arguments |
/// | string | | | pieces: text of a literal piece, or an inserted expression |
/// | number | the digits as written, without `_` | | |
/// | boolean | `true` or `false` | | |
/// | array, tuple | | | elements: label, value |
/// | dictionary | | | key, value, key, value … |
/// | closure, object | | row of the declaration | |
/// | binary | the operator | left | one entry: right |
/// | unary | the operator | operand | |
/// | assignment | the operator (`=`, `+=`) | target | one entry: value |
/// | conditional | | condition | the values of all branches |
/// | cast | the type as written | value | |
/// | forced, reference | for reference: the member | value | |
/// | opaque | the kind of syntax | | every expression inside |
package struct ExpressionNode: Sendable {
  package enum Kind: UInt8, Sendable {
    case absent, name, member, call, index, string, number, boolean, null, array, dictionary, tuple, closure, object
    case binary, unary, assignment, conditional, cast, forced
    /// A method or key path that is named, not called: `Foo::bar`, `\.bar`, `#selector(bar)`.
    case reference
    /// What the front end does not model; its parts are in the list, nothing is dropped.
    case opaque
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `a?.b`, `a?[b]`, `as?`.
    package static let optional = Flags(rawValue: 1)
    /// `try!`, `as!`.
    package static let forced = Flags(rawValue: 2)
    /// `is`, `instanceof`: a cast that only asks.
    package static let test = Flags(rawValue: 4)
    /// `try?`, `runCatching`.
    package static let silenced = Flags(rawValue: 8)
    /// A call that makes an object: `new Foo()`; Swift and Kotlin calls do not tell.
    package static let construction = Flags(rawValue: 16)
  }

  package let kind: Kind
  package let flags: Flags
  package internal(set) var name: NameID
  package let first: UInt32
  package let listStart: UInt32
  package let listCount: UInt32
  /// UTF-8 offset of the first byte; for a member the offset of the member's name.
  package let offset: UInt32
  package internal(set) var parent: ExpressionID
  /// The nearest function, closure, accessor, property or file around it.
  package let owner: DeclarationID
}

/// One entry of a list of an expression.
package struct ListEntry: Sendable {
  /// The label of an argument, or the text of a literal piece.
  package let name: NameID
  /// Absent for a literal piece of a text.
  package let value: ExpressionID

  package init(_ name: NameID = .none, _ value: ExpressionID) {
    self.name = name
    self.value = value
  }
}
