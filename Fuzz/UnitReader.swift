// What a cache of parsed files holds: no unit, or one whose every row can be asked.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = SourceText(path: "A.kt", text: String(repeating: " ", count: 4_096))
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let unit = UnitReader.unit(bytes, of: text, .kotlin, number: 0) else { return 0 }
  for expression in unit.allExpressions { _ = (expression.children, expression.path, expression.owner.enclosing) }
  for declaration in unit.allDeclarations { _ = (declaration.members, declaration.attributes, declaration.steps.count) }
  guard UnitWriter.bytes(unit) == bytes else { fatalError("a unit has two forms") }
  return 0
}
