/// The keywords of Java. Those from ``var`` on are names wherever the grammar does not ask for them.
/// Source: The Java Language Specification, section 3.9.
enum JavaWord: UInt8, Sendable, CaseIterable {
  case none
  case assert, `break`, `case`, `catch`, `class`, const, `continue`, `do`, `else`, `enum`, extends, finally, `for`, goto
  case `if`, implements, `import`, instanceof, interface, new, package, `return`, `super`, `switch`, this, `throw`
  case `throws`, `try`, `while`, `true`, `false`, null
  case boolean, byte, char, double, float, int, long, short, void
  case abstract, `default`, final, native, `private`, protected, `public`, `static`, strictfp, synchronized, transient
  case volatile
  case `var`, record, sealed, permits, yield, when

  var isHard: Bool { self != .none && rawValue < JavaWord.var.rawValue }
  var isPrimitive: Bool { rawValue >= JavaWord.boolean.rawValue && rawValue <= JavaWord.void.rawValue }
  var isModifier: Bool { rawValue >= JavaWord.abstract.rawValue && rawValue <= JavaWord.volatile.rawValue }

  static let list = WordList(allCases.dropFirst().map { "\($0)" })
}
