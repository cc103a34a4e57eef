/// Lists whose elements the project alone chooses.
extension FixedText {
  private static let numberLists: Set<String> = [
    "IntArray", "LongArray", "ShortArray", "int[]", "long[]", "short[]", "IntRange", "LongRange",
  ]
  /// Calls that give what a closure makes of each element.
  private static let mapping: Set<String> = ["map", "mapIndexed", "mapNotNull", "flatMap", "mapToObj"]
  private static let choosing: Set<String> = [
    "filter", "filterNot", "sorted", "sortedBy", "take", "drop", "dropLast", "distinct", "toList", "toSet",
    "toTypedArray", "stream", "asSequence", "asList", "asIterable", "reversed", "limit", "shuffled", "plus", "orEmpty",
    "toArray",
  ]
  private static let listing: Set<String> = [
    "listOf", "arrayOf", "setOf", "sequenceOf", "listOfNotNull", "asList", "of", "emptyList", "emptyArray",
    "singletonList",
  ]

  /// Whether every element of a list is fixed.
  mutating func holdsFixed(_ list: Expression) -> Bool {
    guard mayGoOn() else { return false }
    let here = list.unwrapped
    switch here.kind {
    case .array, .tuple: return !here.values.contains { !isFixed($0) }
    case .conditional: return !here.values.contains { !holdsFixed($0) }
    case .binary where here.name == "+" || here.name == "?:":
      return !here.children.contains { !holdsFixed($0) && !isFixed($0) }
    case .binary where here.name == ".." || here.name == "..<": return true
    case .call: return holdsFixed(call: here)
    case .member where here.name == "entries" || here.name == "indices":
      return here.name == "indices" || here.first.map(isCase) ?? false
    case .name, .member:
      let variables = project.declarations(of: here)
      return !variables.isEmpty && !variables.contains { !holdsFixed(variable: $0) }
    default: return false
    }
  }

  private mutating func holdsFixed(call: Expression) -> Bool {
    let name = call.calledName
    let given = call.arguments.map(\.value).filter { $0.kind != .closure }
    if name.hasSuffix("ArrayOf"), name != "byteArrayOf", name != "charArrayOf" { return true }
    if Self.listing.contains(name) { return !given.contains { !isFixed($0) && !holdsFixed($0) } }
    switch name {
    case "List", "Array", "MutableList", "generate", "generateSequence":
      return closure(of: call).map { areFixed(resultsOf: $0) } ?? false
    case "nCopies": return given.count == 2 && isFixed(given[1])
    case "values", "entries": return call.receiver.map(isCase) ?? false
    case "split", "lines": return call.receiver.map { isFixed($0) } ?? false
    default: break
    }
    if Self.mapping.contains(name), let closure = closure(of: call) { return areFixed(resultsOf: closure) }
    if Self.choosing.contains(name), let base = call.receiver {
      return holdsFixed(base) && !given.contains { !isFixed($0) && !holdsFixed($0) }
    }
    let functions = project.functions(calledBy: call)
    return !functions.isEmpty
      && !functions.contains { function in
        !function.hasBody
          || !isSettled(function) { fixed in
            let results = function.steps.filter { $0.kind == .yield }.compactMap { function.unit.expression($0.value) }
            for result in results where !fixed.holdsFixed(result) { return false }
            return !results.isEmpty
          }
      }
  }

  private mutating func holdsFixed(variable: Declaration) -> Bool {
    if isListOfNumbers(variable.typeText) { return true }
    switch variable.kind {
    case .property, .local:
      guard !variable.flags.contains(.isPart) else { return false }
      return isSettled(variable) { $0.isFixed(valuesOf: variable) { $0.holdsFixed($1) } }
    case .parameter where variable.parent?.kind != .closure:
      return isSettled(variable) { $0.isFixed(givenTo: variable) { $0.holdsFixed($1) } }
    default: return false
    }
  }

  /// `LongArray`, `List<Int>`, `Collection<Sort>`
  private func isListOfNumbers(_ type: String) -> Bool {
    let type = type.filter { $0 != "?" }
    if Self.numberLists.contains(type) { return true }
    if type.hasSuffix("[]") { return isEnumeration(Declaration.simpleTypeName(String(type.dropLast(2)))) }
    guard let start = type.firstIndex(of: "<"), type.hasSuffix(">") else { return false }
    let element = Declaration.simpleTypeName(String(type[type.index(after: start)...].dropLast()))
    return Self.numbers.contains(element) || isEnumeration(element)
  }
}
