/// One declaration as it lies in a unit's table. Rules read it through ``Declaration``.
package struct DeclarationRecord: Sendable {
  package enum Kind: UInt8, Sendable {
    case file, importing, type, typeExtension, typeAlias, enumCase
    /// `func`, `fun`, method.
    case function
    case initializer
    /// A getter, setter, observer or `static {}`; its parent is the property or type.
    case accessor
    /// A property, field or global; its parent is a type, an extension or the file.
    case property
    /// A constant or variable inside a body.
    case local
    case parameter
    case closure
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let isStatic = Flags(rawValue: 1)
    /// `let`, `val`, `final` field.
    package static let isConstant = Flags(rawValue: 2)
    package static let isPrivate = Flags(rawValue: 4)
    package static let isPublic = Flags(rawValue: 8)
    package static let isOverride = Flags(rawValue: 16)
    /// Type written with `!`.
    package static let isImplicitlyUnwrapped = Flags(rawValue: 32)
    /// Bound from a part of its value: a tuple, an associated value, an element of a loop.
    package static let isPart = Flags(rawValue: 64)
    /// `if let`, `guard let`, `catch let`.
    package static let isUnwrapped = Flags(rawValue: 128)
    package static let isLazy = Flags(rawValue: 256)
    package static let isWeak = Flags(rawValue: 512)
    /// `companion object`, `object`: its members are reached through the type.
    package static let isSingleton = Flags(rawValue: 1024)
    package static let isAbstract = Flags(rawValue: 2048)
    /// A value that was not bound by `let`: `catch` clauses and the like.
    package static let isCaught = Flags(rawValue: 4096)
  }

  /// A word before the name of a type: `struct`, `class`, `enum`, `actor`, `protocol`, `interface`, `object` …; for an
  /// accessor `get`, `set` …; for a parameter its label (empty when it has none, equal to the name when not written).
  package var keyword: NameID
  package let kind: Kind
  package var flags: Flags
  package let name: NameID
  /// As written, without blanks: `[String:Any]?`. For functions the type of the result; for an alias its target;
  /// for an import the module or the imported name.
  package var type: NameID
  package let parent: DeclarationID
  /// The start value, the default of a parameter, the raw value of a case, the delegate of a property.
  package var value: ExpressionID = .none
  package let offset: UInt32
  /// UTF-8 offset behind the last byte.
  package var end: UInt32
  /// Rows of ``SourceUnit/typeNames``: supertypes and conformances, or the thrown types of a function.
  package var supertypes: Range<UInt32> = 0..<0
  /// Rows of ``SourceUnit/attributes``.
  package var attributes: Range<UInt32> = 0..<0
  /// Rows of ``SourceUnit/steps``: the body in source order.
  package var steps: Range<UInt32> = 0..<0
  package var hasBody = false
}

/// `@Name(arguments)`: an attribute of Swift, an annotation of Kotlin and Java.
package struct AttributeRecord: Sendable {
  package let name: NameID
  /// A call expression when it has arguments.
  package let call: ExpressionID
  package let offset: UInt32
}
