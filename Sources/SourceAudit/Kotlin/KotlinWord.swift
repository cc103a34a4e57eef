/// The keywords of Kotlin. The hard ones are never names; the others only where the grammar asks for them.
/// Source: Kotlin language specification, Keywords and operators.
enum KotlinWord: UInt8, Sendable, CaseIterable {
  case none
  case `as`, `break`, `class`, `continue`, `do`, `else`, `false`, `for`, fun, `if`, `in`, interface, `is`, null, object
  case package, `return`, `super`, this, `throw`, `true`, `try`, `typealias`, val, `var`, when, `while`
  case by, `catch`, constructor, context, finally, get, `import`, `init`, set, `where`
  case abstract, actual, annotation, companion, const, crossinline, data, `enum`, expect, external, final, infix
  case inline, inner, `internal`, lateinit, noinline, open, `operator`, out, override, `private`, protected, `public`
  case reified, sealed, suspend, tailrec, value, vararg

  var isHard: Bool { self != .none && rawValue <= KotlinWord.while.rawValue }
  var isModifier: Bool { rawValue >= KotlinWord.abstract.rawValue }

  static let list = WordList(allCases.dropFirst().map { "\($0)" })
}
